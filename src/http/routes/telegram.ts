// What Telegram posts where the bot does not ask for it. Nobody calls this with a key: Telegram shows the secret that it was given.

import { z } from 'zod'
import { BelfryError } from '../../index.ts'
import { route } from '../route.ts'

const update = z
  .looseObject({ update_id: z.int().min(0) })
  .meta({ id: 'TelegramUpdate', example: { update_id: 10_000, message: { message_id: 1, text: '/help' } } })

const updates = route({
  method: 'POST',
  path: '/v1/telegram/updates',
  summary: 'What people write to the Telegram bot, where Telegram posts it',
  description:
    'With `BELFRY_BOT=webhook` the server tells Telegram to post here, and to show a secret in the header `X-Telegram-Bot-Api-Secret-Token`. The same update twice has one effect.',
  door: 'anyone',
  idempotency: 'none',
  body: update,
  answers: { 200: z.object({ ok: z.literal(true) }).meta({ id: 'TelegramUpdateTaken' }) },
  problems: ['bad_signature', 'not_found', 'busy'],
  async handle({ body, raw, server }) {
    if (!server.telegram) throw new BelfryError('not_found', 'No bot listens here.', { accepted: 'BELFRY_BOT=webhook' })
    if (!(await server.telegram.receive(body, raw.header('x-telegram-bot-api-secret-token'))))
      throw new BelfryError('bad_signature', 'That is not the secret of this bot.')
    return { status: 200, body: { ok: true as const } }
  },
})

export const telegram = { updates }
