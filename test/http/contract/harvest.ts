// What answers tell about what lives now.

import type { Wanted } from './generate.ts'
import { meetingName } from './meetings.ts'
import type { Pool } from './pool.ts'

interface Found {
  readonly id: string
  readonly reminderId?: string
  readonly name?: string
  readonly page_id?: string
  readonly token?: string
  readonly recipient?: string
  readonly state?: string
  readonly repeats?: string | null
  readonly items?: readonly Found[]
  readonly nextCursor?: string | null
  readonly meeting?: Parameters<typeof meetingName>[0]
  readonly calendar?: Found
}

export interface Harvest {
  readonly pool: Pool
  /** Recipients' tokens, by recipient. */
  readonly tokens: Map<string, string>
}

interface Crop extends Harvest {
  readonly found: Found
  /** The parts of the path after its noun. */
  readonly named: readonly string[]
  readonly body: string
}

const crops: Readonly<Record<string, (crop: Crop) => void>> = {
  'recipients.put': ({ pool, named }) => pool.add('recipient', named[0]!),
  'recipients.remove': ({ pool, tokens, named }) => {
    tokens.delete(named[0]!)
    pool.remove('recipient', named[0]!)
  },
  'push.subscribe': ({ pool, found, named }) => pool.add('device', `${found.id} ${named[0]}`),
  'push.unsubscribe': ({ pool, named }) => pool.remove('device', `${named[2]} ${named[0]}`),
  'availability.add': ({ pool, found, named }) => pool.add('block', `${found.id} ${named[0]}`),
  'availability.put': ({ pool, found, named }) => pool.add('block', `${found.id} ${named[0]}`),
  'availability.remove': ({ pool, named }) => pool.remove('block', `${named[2]} ${named[0]}`),
  'calendars.add': ({ pool, found, named }) => pool.add('calendar', `${found.calendar!.id} ${named[0]}`),
  'calendars.put': ({ pool, found, named }) => pool.add('calendar', `${found.calendar!.id} ${named[0]}`),
  'calendars.remove': ({ pool, named }) => pool.remove('calendar', `${named[2]} ${named[0]}`),
  'meetings.request': ({ pool, found }) => pool.add('meeting', meetingName(found.meeting!)),
  'meetings.accept': ({ pool, found, named }) => {
    if (found.meeting!.status !== 'accepted') return
    forget(pool, named[0]!)
    pool.add('accepted', meetingName(found.meeting!))
  },
  'meetings.deny': ({ pool, named }) => forget(pool, named[0]!),
  'meetings.cancel': ({ pool, named }) => forget(pool, named[0]!),
  'meetings.complete': ({ pool, named }) => forget(pool, named[0]!),
  'meetings.reschedule': ({ pool, found, named }) => {
    forget(pool, named[0]!)
    pool.add('meeting', meetingName(found.meeting!))
  },
  'recipients.issueToken': ({ tokens, found }) => void tokens.set(found.recipient!, found.token!),
  'reminders.schedule': ({ pool, found, body }) => {
    pool.add('reminder', found.id)
    if (/"(rule|repeat)":/.test(body)) pool.add('series', found.id)
  },
  'reminders.list': reminders,
  'reminders.upcoming': reminders,
  'reminders.scheduleMany': reminders,
  'reminders.retry': ({ pool, found }) => pool.remove('failing', found.id),
  'entities.put': ({ pool, named }) => pool.add('entity', named.join('/')),
  'alarms.put': ({ pool, named }) => pool.add('page', named[0]!),
  'alarms.registerByPage': ({ pool, found }) => pool.add('page', found.page_id!),
  'alarms.remove': ({ pool, named }) => pool.remove('page', named[0]!),
  'plans.put': ({ pool, found }) => pool.add('plan', found.name!),
  'plans.remove': ({ pool, named }) => pool.remove('plan', named[0]!),
  'templates.put': ({ pool, found }) => pool.add('template', found.name!),
  'templates.remove': ({ pool, named }) => pool.remove('template', named[0]!),
  'sweeps.put': ({ pool, found }) => pool.add('sweep', found.name!),
  'sweeps.remove': ({ pool, named }) => pool.remove('sweep', named[0]!),
  'webhooks.put': ({ pool, found }) => pool.add('webhook', found.id),
  'webhooks.remove': ({ pool, named }) => pool.remove('webhook', named[0]!),
  'keys.create': ({ pool, found }) => pool.add('key', found.id),
  'keys.rotate': ({ pool, found }) => pool.add('key', found.id),
  'keys.revoke': ({ pool, found }) => pool.remove('key', found.id),
  'tenants.put': ({ pool, found }) => pool.add('tenant', found.id),
  'deliveries.list': deliveries,
  'inbox.list': ({ pool, found }) => {
    for (const { id } of found.items ?? []) pool.add('item', id)
  },
  'inbox.done': ({ pool, found }) => pool.add('said', found.id),
  'inbox.snooze': ({ pool, found }) => pool.add('said', found.id),
  'deliveries.retry': ({ pool, found }) => pool.remove('failed', found.id),
  'deliveries.settle': ({ pool, found }) => {
    pool.remove('failed', found.id)
    pool.remove('unknown', found.id)
  },
}

export function harvest(into: Harvest, { operation, url, body = '' }: Wanted, text: string): void {
  if (!text.startsWith('{')) return
  const found = JSON.parse(text) as Found
  into.pool.cursor(operation.operationId, found.nextCursor)
  const named = url.split('?')[0]!.split('/').slice(3).map(decodeURIComponent)
  crops[operation.operationId]?.({ ...into, found, named, body })
}

/** Whatever it is now, nothing more can be done with it. */
function forget(pool: Pool, id: string): void {
  const beginning = `${encodeURIComponent(id)} `
  for (const kind of ['meeting', 'accepted'] as const)
    for (const one of pool.all(kind).filter((name) => name.startsWith(beginning))) pool.remove(kind, one)
}

function reminders({ pool, found }: Crop): void {
  for (const { id, repeats } of found.items ?? []) {
    pool.add('reminder', id)
    if (typeof repeats === 'string') pool.add('series', id)
  }
}

function deliveries({ pool, found }: Crop): void {
  for (const { id, state, reminderId } of found.items ?? []) {
    pool.add('delivery', id)
    if (state === 'failed' || state === 'unknown') pool.add(state, id)
    if (state === 'failed') pool.add('failing', reminderId!)
  }
}
