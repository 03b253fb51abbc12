// Chats: a link that connects somebody's Telegram to a recipient. A page of the person's own asks for it with their token.

import { z } from 'zod'
import { timeOf } from '../present.ts'
import { Problem } from '../problem.ts'
import { route } from '../route.ts'
import { id } from '../schemas/basics.ts'
import { chatLink, chatLinkIn } from '../schemas/chat.ts'

const link = route({
  method: 'POST',
  path: '/v1/recipients/{id}/chat-link',
  summary: 'A link that connects a Telegram chat to a recipient',
  description:
    'Whoever opens it first is connected: it is good once, for ten minutes, and the word in it is told here and never again. What rings for the recipient reaches that chat too from then on, and the bot acts for them.',
  door: 'write',
  own: 'recipient',
  params: z.strictObject({ id: id.meta({ example: 'ana' }) }),
  body: chatLinkIn,
  answers: { 201: chatLink },
  problems: ['unknown_recipient', 'invalid_duration'],
  pointers: { '/recipient': '/id' },
  async handle({ params, body, verbs, caller }) {
    // The bot shows what is theirs: nobody gets by it what their own key does not open.
    if (caller.door === 'key' && !caller.scopes.includes('read'))
      throw new Problem('forbidden', 'The key lacks the scope read, which the chat would have.')
    const { expiresAt, ...made } = await verbs.chats.link({ recipient: params.id, ...body })
    return { status: 201, body: { ...made, expiresAt: timeOf(expiresAt) } }
  },
})

export const chats = { link }
