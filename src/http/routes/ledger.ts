// The ledger alone, for somebody's own cron job in any language: "have I sent this before?"

import { z } from 'zod'
import type { SentReminder } from '../../index.ts'
import { timeOf } from '../present.ts'
import { route } from '../route.ts'
import { id, name, pageOf, paging } from '../schemas/basics.ts'
import { ledgerKey, marked, markedMany, markMany, released, sentReminder, wasSent } from '../schemas/ledger.ts'

const mark = route({
  method: 'POST',
  path: '/v1/ledger/mark',
  summary: 'Mark as sent: true the first time, false ever after',
  door: 'write',
  body: ledgerKey,
  answers: { 200: marked },
  problems: ['impossible_date'],
  async handle({ body, verbs }) {
    return { status: 200, body: { marked: await verbs.ledger.markReminderAsSent(body) } }
  },
})

const markBatch = route({
  method: 'POST',
  path: '/v1/ledger/mark/batch',
  summary: 'Mark up to 1,000 at once, answered as single calls in that order would be',
  door: 'write',
  body: markMany,
  answers: { 200: markedMany },
  problems: ['too_many', 'impossible_date'],
  pointers: { '': '/keys' },
  async handle({ body, verbs }) {
    return { status: 200, body: { marked: await verbs.ledger.markRemindersAsSent(body.keys) } }
  },
})

const sent = route({
  method: 'POST',
  path: '/v1/ledger/was-sent',
  summary: 'Was it sent?',
  door: 'read',
  body: ledgerKey,
  answers: { 200: wasSent },
  problems: ['impossible_date'],
  idempotency: 'none',
  async handle({ body, verbs }) {
    return { status: 200, body: { sent: await verbs.ledger.wasReminderSent(body) } }
  },
})

const release = route({
  method: 'POST',
  path: '/v1/ledger/release',
  summary: 'Free a mark whose send definitely failed',
  door: 'write',
  body: ledgerKey,
  answers: { 200: released },
  problems: ['impossible_date'],
  async handle({ body, verbs }) {
    return { status: 200, body: { released: await verbs.ledger.release(body) } }
  },
})

const ofEntity = route({
  method: 'GET',
  path: '/v1/ledger/entities/{type}/{id}',
  summary: 'Everything that was sent about an entity, the oldest first',
  door: 'read',
  params: z.strictObject({ type: name.meta({ example: 'MEETING' }), id: id.meta({ example: '42' }) }),
  answers: { 200: z.object({ items: z.array(sentReminder) }).meta({ id: 'SentOfEntity' }) },
  pointers: { '/entityType': '/type', '/entityId': '/id' },
  async handle({ params, verbs }) {
    const items = await verbs.ledger.getRemindersSentForEntity(params.type, params.id)
    return { status: 200, body: { items: items.map(present) } }
  },
})

const ofRecipient = route({
  method: 'GET',
  path: '/v1/ledger/recipients/{id}',
  summary: 'Everything that was sent to a recipient, the newest first',
  door: 'read',
  own: 'recipient',
  params: z.strictObject({ id: id.meta({ example: 'ana' }) }),
  query: z.strictObject(paging),
  answers: { 200: pageOf(sentReminder, 'SentReminder') },
  pointers: { '/userId': '/id' },
  async handle({ params, query, verbs }) {
    const page = await verbs.ledger.getRemindersSentToUser(params.id, query)
    return { status: 200, body: { ...page, items: page.items.map(present) } }
  },
})

function present(one: SentReminder) {
  return { ...one, sentAt: timeOf(one.sentAt) }
}

export const ledger = { mark, markBatch, sent, release, ofEntity, ofRecipient }
