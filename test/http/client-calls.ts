// What the client's types accept and answer. Nobody runs this: the compiler reads it (`npm run check`).

import type { Client } from '../../src/client/index.ts'

export async function acceptsAndAnswers(client: Client): Promise<void> {
  const made = await client.reminders.schedule({ entity: { type: 'note', id: '7' }, recipient: 'ana', in: 'PT1H' })
  const status: 'created' | 'updated' | 'unchanged' | 'already_sent' = made.status
  const local: string = made.dueAt.local
  const { items } = await client.reminders.upcoming({ recipient: 'ana', limit: 10 })
  const due: string | undefined = items[0]?.dueAt?.instant
  const { version } = await client.entities.put(
    { type: 'meeting', id: '7', at: null, recipients: ['ana'] },
    { version: 1 },
  )
  const next: number = version + 1
  await client.recipients.putAddresses({ id: 'ana', email: 'ana@example.com', telegram: null })
  await client.recipients.list()
  await client.recipients.put({ id: 'ana' })
  await client.plans.list({}, { signal: new AbortController().signal })
  const { key } = await client.keys.create({ name: 'site', tenant: 'default', scopes: ['read'] })
  const text: string = await client.health.metrics()
  const { sentCount, nextAlarmTime } = await client.alarms.put({ pageId: 'page-1', userId: 'ana', title: 'A page' })
  const comes: string | undefined = nextAlarmTime?.local
  const { processing_time_ms: tookMs } = await client.alarms.schedule({ fetch_limit: 100 })
  const { meeting, reminders } = await client.meetings.accept({ id: 'm1', participant: 'bo' }, { version: 1 })
  const begins: string | undefined = meeting.acceptedSlot?.start.local
  const first: string | undefined = reminders.created[0]?.dueAt?.instant
  const file: string = await client.meetings.file({ id: 'm1' })
  const { slots } = await client.slots.suggest({
    ...{ participants: ['ana', 'bo'], duration: 'PT45M' },
    window: { from: '2031-12-01T00:00:00Z', to: '2031-12-06T00:00:00Z' },
  })
  void [begins, first, file, slots[0]?.local[0]?.start]
  void [status, local, due, next, key, text, sentCount, comes, tookMs]
}

export async function refuses(client: Client): Promise<void> {
  // @ts-expect-error nobody is reminded
  await client.reminders.schedule({ entity: { type: 'note', id: '7' }, in: 'PT1H' })
  // @ts-expect-error a name that no field has
  await client.reminders.schedule({ entity: { type: 'note', id: '7' }, recipient: 'ana', inn: 'PT1H' })
  // @ts-expect-error an id is needed
  await client.reminders.cancel()
  // @ts-expect-error which type
  await client.entities.get({ id: '7' })
  // @ts-expect-error an address is a text
  await client.recipients.putAddresses({ id: 'ana', email: 7 })
  // @ts-expect-error not a scope
  await client.keys.create({ name: 'site', scopes: ['everything'] })
  // @ts-expect-error not a decision
  await client.deliveries.settle({ id: 'x', decision: 'perhaps' })
  // @ts-expect-error the count is the scheduler's own
  await client.alarms.put({ pageId: 'page-1', userId: 'ana', sentCount: 7 })
  // @ts-expect-error a meeting is proposed for some time
  await client.meetings.request({ requester: 'ana', participants: ['bo'], title: 'x', timezone: 'UTC' })
  // @ts-expect-error no such verb
  await client.reminders.forget({ id: 'x' })
  // @ts-expect-error a reminder's moment may be missing
  ;(await client.reminders.get({ id: 'x' })).dueAt.local.length
}
