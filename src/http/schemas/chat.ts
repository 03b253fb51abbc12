// Chats that are connected to recipients.

import { z } from 'zod'
import { duration, like, recipientOut, time } from './basics.ts'

export const chatLinkIn = z
  .strictObject({ expiresIn: duration.optional().describe('Ten minutes if left out, an hour at the most.') })
  .meta({ id: 'ChatLinkInput', example: { expiresIn: 'PT10M' } })

export const chatLink = z
  .object({
    word: like('Gf3kq8yS0mFh1xW2eRtYuIoPaSdFgHjKlZxCvBnMqW4').describe('What the bot is sent: `/start <word>`.'),
    url: like('https://t.me/my_bot?start=Gf3kq8yS0mFh1xW2eRtYuIoPaSdFgHjKlZxCvBnMqW4')
      .nullable()
      .describe('Sends the word when it is opened; null while no bot has said its name.'),
    recipient: recipientOut,
    expiresAt: time,
  })
  .meta({ id: 'ChatLink' })
