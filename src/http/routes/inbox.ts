// The inbox: what was delivered in the app. A recipient's own token reads and changes what is theirs.

import * as crypto from 'node:crypto'
import { z } from 'zod'
import { type InboxItem, inboxStates, type Verbs } from '../../index.ts'
import { presentItem } from '../present.ts'
import { momentProblems, Problem, type ProblemCode } from '../problem.ts'
import { type Caller, type Headers, route } from '../route.ts'
import { deliveryId, id, paging } from '../schemas/basics.ts'
import * as shapes from '../schemas/inbox.ts'

const one = z.strictObject({ id: deliveryId })

/** Of what is shown, so that it changes with it, whatever was the reason. */
function etagOfBody(body: unknown): Headers {
  return { etag: `W/"${crypto.hash('sha256', JSON.stringify(body), 'base64url').slice(0, 22)}"` }
}

const list = route({
  method: 'GET',
  path: '/v1/inbox',
  summary: 'The inbox of a recipient, the newest first',
  description: 'Fetch it again with If-None-Match when `/v1/inbox/stream` says that something has changed.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({ recipient: id, state: z.enum([...inboxStates, 'all']).optional(), ...paging }),
  answers: { 200: shapes.inboxPage },
  versioned: true,
  async handle({ query, verbs }) {
    const page = await verbs.inbox.list(query)
    const body = { ...page, items: page.items.map(presentItem) }
    return { status: 200, body, headers: etagOfBody(body) }
  },
})

const counts = route({
  method: 'GET',
  path: '/v1/inbox/counts',
  summary: 'How many items of each state a recipient has',
  door: 'read',
  own: 'filter',
  query: z.strictObject({ recipient: id }),
  answers: { 200: shapes.inboxCounts },
  versioned: true,
  async handle({ query, verbs }) {
    const body = await verbs.inbox.counts(query.recipient)
    return { status: 200, body, headers: etagOfBody(body) }
  },
})

const stream = route({
  method: 'GET',
  path: '/v1/inbox/stream',
  summary: 'Hear at once when something has changed in the inbox of a recipient',
  description:
    'With `Accept: text/event-stream`: an event `inbox` whenever anything has changed, with nothing in it but a mark; the list says what. Otherwise the mark as it is now.',
  door: 'read',
  own: 'filter',
  query: z.strictObject({
    recipient: id,
    access_token: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('A recipient’s token, for the EventSource of a browser, which sends no headers of one’s own.'),
  }),
  answers: { 200: shapes.inboxMark },
  streams: 'inbox',
  async handle({ query, verbs }) {
    return { status: 200, body: { mark: await verbs.inbox.mark(query.recipient) } }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/inbox/{id}',
  summary: 'One item',
  door: 'read',
  own: 'owner',
  params: one,
  answers: { 200: shapes.inboxItem },
  problems: ['not_found'],
  async handle({ params, caller, verbs }) {
    return { status: 200, body: presentItem(await ownItem(verbs, params.id, caller)) }
  },
})

/** What is not theirs is not there, for whoever comes with a recipient's token. */
async function ownItem(verbs: Verbs, wanted: string, { recipient }: Caller): Promise<InboxItem> {
  const item = await verbs.inbox.get(wanted)
  if (item && (recipient === null || item.recipient === recipient)) return item
  throw new Problem('not_found', 'There is no such item in the inbox.', { pointer: '/id' })
}

type Verb = 'read' | 'unread' | 'archive' | 'unarchive' | 'done' | 'undo'

function changing(
  verb: Verb,
  summary: string,
  more: { readonly description?: string; readonly problems?: readonly ProblemCode[] } = {},
) {
  return route({
    method: 'POST',
    path: `/v1/inbox/{id}/${verb}`,
    summary,
    ...(more.description ? { description: more.description } : {}),
    door: 'write',
    own: 'owner',
    params: one,
    answers: { 200: shapes.inboxItem },
    problems: ['not_found', ...(more.problems ?? [])],
    async handle({ params, caller, verbs }) {
      await ownItem(verbs, params.id, caller)
      return { status: 200, body: presentItem(await verbs.inbox[verb](params.id)) }
    },
  })
}

const snooze = route({
  method: 'POST',
  path: '/v1/inbox/{id}/snooze',
  summary: 'Ring again later; what is done stays done',
  door: 'write',
  own: 'owner',
  params: one,
  body: shapes.inboxSnooze,
  answers: { 200: shapes.inboxItem },
  problems: ['not_found', 'stopped', 'invalid_duration', ...momentProblems],
  async handle({ params, body, caller, verbs }) {
    await ownItem(verbs, params.id, caller)
    return { status: 200, body: presentItem(await verbs.inbox.snooze(params.id, body)) }
  },
})

const readAll = route({
  method: 'POST',
  path: '/v1/inbox/read-all',
  summary: 'Mark everything as read',
  door: 'write',
  own: 'filter',
  body: shapes.readAllIn,
  answers: { 200: shapes.readAllOut },
  problems: ['not_found'],
  pointers: { '/id': '/upTo' },
  async handle({ body: { recipient, ...rest }, verbs }) {
    return { status: 200, body: await verbs.inbox.readAll(recipient, rest) }
  },
})

const undoes =
  'The item stands as it stood, and so does what was to come of its reminder; a second ring that Snooze had planned does not come. Channels that Done has stopped stay quiet. The same twice is the same answer. Where it has rung again, or something else was done since, it is refused.'

export const inbox = {
  list,
  counts,
  stream,
  get,
  read: changing('read', 'Seen: what waits of it on other channels is not sent any more'),
  unread: changing('unread', 'As if nobody had looked'),
  archive: changing('archive', 'Out of the way'),
  unarchive: changing('unarchive', 'Back from the archive'),
  snooze,
  done: changing('done', 'Done: the reminder is acknowledged, and stops everywhere'),
  undo: changing('undo', 'Take back what was said of it last: Done, or Snooze', {
    description: undoes,
    problems: ['version_conflict', 'already_sent'],
  }),
  readAll,
}
