// Every operation, called by somebody of one tenant with the names and ids of another.

import { operatorKey } from '../serving.ts'
import type { Operation } from './document.ts'
import { ledgerKey, type OtherTenant, subscription, theirCalendar, theirSlot } from './other-tenant.ts'

export interface Trespass {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly body?: object
}

/**
 * Where a name means something of one's own, whoever else uses it: the right answer is one's own, not 404. Each of them leads to an
 * answer in which nothing of the other tenant is.
 */
export const ownNames: Readonly<Record<string, string>> = {
  'recipients.put': 'makes a recipient of one’s own with that id',
  'plans.put': 'makes a plan of one’s own with that name',
  'templates.put': 'makes a template of one’s own with that name',
  'entities.put': 'makes an entity of one’s own with that name',
  'alarms.put': 'registers a page of one’s own with that id',
  'alarms.registerByPage': 'registers a page of one’s own with that id',
  'alarms.sync': 'changes one’s own, where nothing fits',
  'alarms.list': 'lists one’s own, where nothing fits',
  'alarms.run': 'rings one’s own',
  'alarms.schedule': 'rings one’s own',
  'alarms.scheduleByGet': 'rings one’s own',
  'ledger.mark': 'marks in one’s own ledger',
  'ledger.markBatch': 'marks in one’s own ledger',
  'ledger.sent': 'asks one’s own ledger',
  'ledger.release': 'frees a mark of one’s own, if there is one',
  'ledger.ofEntity': 'lists one’s own ledger, where nothing is',
  'ledger.ofRecipient': 'lists one’s own ledger, where nothing is',
  'recipients.list': 'lists one’s own',
  'plans.list': 'lists one’s own',
  'templates.list': 'lists one’s own',
  'templates.preview': 'is made from one’s own',
  'sweeps.list': 'lists one’s own',
  'webhooks.list': 'lists one’s own',
  'webhooks.put': 'makes an endpoint of one’s own with that id',
  'entities.list': 'lists one’s own',
  'meetings.list': 'lists one’s own, where nothing fits',
  'reminders.list': 'lists one’s own, where nothing fits',
  'reminders.upcoming': 'lists one’s own, where nothing fits',
  'reminders.upcomingCounts': 'counts one’s own, where nothing fits',
  'deliveries.list': 'lists one’s own, where nothing fits',
  'inbox.list': 'lists one’s own, where nothing fits',
  'inbox.counts': 'counts one’s own, where nothing fits',
  'inbox.stream': 'is a mark of one’s own, where nothing is',
  'inbox.readAll': 'reads one’s own, where nothing is',
  'audit.list': 'lists one’s own, where nothing fits',
  'events.list': 'lists one’s own',
  'zones.status': 'is the same for everybody',
  'clock.read': 'is the same for everybody',
  'channels.list': 'is the same for everybody',
  'language.parse': 'means the same to everybody',
  'session.read': 'is who asks',
}

const filters = [
  'recipient=olga',
  'entityType=meeting&entityId=secret',
  'recipient=olga&entityType=note&entityId=unknown',
]
const queries: Readonly<Record<string, readonly string[]>> = {
  'reminders.list': filters,
  'reminders.upcoming': [...filters, 'recipient=olga&from=2031-01-01T00:00:00Z&to=2039-01-01T00:00:00Z'],
  'reminders.upcomingCounts': filters.map((one) => `${one}&from=2031-01-01T00:00:00Z&to=2039-01-01T00:00:00Z&spans=8`),
  'alarms.list': ['user=olga'],
  'meetings.list': ['participant=olga', 'participant=olga&status=accepted'],
  'availability.freeBusy': ['from=2031-01-01T00:00:00Z&to=2031-02-01T00:00:00Z'],
  'inbox.list': ['recipient=olga', 'recipient=olga&state=unread'],
  'inbox.counts': ['recipient=olga'],
  'inbox.stream': ['recipient=olga'],
  'deliveries.list': [...filters, 'recipient=olga&state=unknown', 'recipient=olga&state=failed'],
}

const bodies: Readonly<Record<string, object>> = {
  'reminders.schedule': { entity: { type: 'note', id: 'to-come' }, recipient: 'olga', in: 'PT1H' },
  'reminders.scheduleMany': { reminders: [{ entity: { type: 'note', id: 'sent' }, recipient: 'olga', in: 'PT1H' }] },
  'reminders.change': { title: 'mine' },
  'reminders.snooze': { for: 'PT1M' },
  'reminders.preview': { recipient: 'olga', in: 'PT1H' },
  'language.parse': { text: 'tomorrow at 9', timezone: 'UTC' },
  'entities.put': { at: '2035-01-01T10:00:00', timezone: 'UTC', title: 'mine' },
  'plans.put': { steps: ['-PT5M'] },
  'templates.put': { text: 'mine' },
  'templates.preview': { sample: { title: 'mine' } },
  'recipients.put': { name: 'mine', timezone: 'Asia/Seoul' },
  'recipients.putAddresses': { pigeon: 'mine' },
  'recipients.suspendAddress': { reason: 'mine' },
  'recipients.putPreferences': { channelsOff: ['scripted'] },
  'recipients.putQuietHours': { quietHours: { from: '00:00', to: '23:00' } },
  'recipients.putTimezone': { timezone: 'Asia/Seoul' },
  'recipients.issueToken': {},
  'chats.link': {},
  'telegram.updates': { update_id: 1 },
  'push.subscribe': { subscription },
  'alarms.put': { userId: 'olga', title: 'mine' },
  'alarms.snooze': { for: 'PT1M' },
  'alarms.sync': { changed: [{ pageId: 'their-page', title: 'mine' }], deleted: ['their-page'] },
  'alarms.registerByPage': { page_id: 'their-page', user_id: 'olga', title: 'mine' },
  'meetings.request': { requester: 'olga', participants: ['oleg'], title: 'mine', timezone: 'UTC', slots: [theirSlot] },
  'meetings.accept': { participant: 'olga', slot: theirSlot },
  'meetings.deny': { participant: 'olga' },
  'meetings.reschedule': { participant: 'olga', slots: [theirSlot] },
  'meetings.cancel': { participant: 'olga' },
  'meetings.complete': { participant: 'olga' },
  'slots.suggest': {
    participants: ['olga'],
    duration: 'PT1H',
    window: { from: '2031-01-02T00:00:00Z', to: '2031-01-20T00:00:00Z' },
  },
  'conflicts.check': { participants: ['olga', 'oleg'], ...theirSlot },
  'availability.add': { dayOfWeek: 1, startTime: '09:00', endTime: '10:00' },
  'availability.put': { dayOfWeek: 1, startTime: '09:00', endTime: '10:00' },
  'calendars.add': theirCalendar,
  'calendars.put': theirCalendar,
  'webhooks.put': { url: 'https://hooks.example.com/mine' },
  'inbox.snooze': { for: 'PT1M' },
  'inbox.readAll': { recipient: 'olga' },
  'channels.test': { recipient: 'olga' },
  'session.start': { key: operatorKey },
  'deliveries.settle': { decision: 'send_again' },
  'ledger.mark': { ...ledgerKey, occurrence: 'another' },
  'ledger.markBatch': { keys: [ledgerKey] },
  'ledger.sent': ledgerKey,
  'ledger.release': ledgerKey,
}

/** Nouns whose id is a recipient's. */
const ofPeople = new Set(['recipients', 'chats', 'push', 'availability', 'calendars', 'feeds'])

/** Every way to call it that reaches for the other tenant. Operations without names reach for nothing, and are called once. */
export function trespasses(operation: Operation, other: OtherTenant): Trespass[] {
  const { operationId, method, path } = operation
  const [noun] = operationId.split('.')
  const ids =
    noun === 'reminders'
      ? other.reminders
      : noun === 'deliveries' || noun === 'inbox'
        ? other.deliveries
        : noun === 'keys'
          ? [other.keyId]
          : noun === 'tenants'
            ? ['other']
            : noun === 'meetings'
              ? ['their-meeting']
              : [operationId === 'ledger.ofRecipient' || ofPeople.has(noun!) ? 'olga' : 'secret']
  const filled = path.includes('{id}') ? ids.map((id) => path.replace('{id}', id)) : [path]
  const told = [{ event: 'delivered', tenant: 'other', delivery: other.deliveries[0] }]
  const signed = operationId === 'channels.sendgridEvents' ? told : undefined
  const body = signed ?? bodies[operationId] ?? (operation.body ? {} : undefined)
  const withQuery = queriesOf(operationId, other)
  return filled.flatMap((one) =>
    withQuery.map((query) => ({
      operation: operationId,
      method,
      url: `${one
        .replace('{type}', 'meeting')
        .replace('{name}', 'theirs')
        .replace('{pageId}', 'their-page')
        .replace('{device}', other.device)
        .replace('{channel}', 'pigeon')
        .replace(/\{(block|calendar)\}/, 'theirs')}${query}`,
      ...(body === undefined ? {} : { body }),
    })),
  )
}

function queriesOf(operationId: string, other: OtherTenant): readonly string[] {
  if (operationId === 'audit.list') return ['?recipient=olga', ...other.reminders.map((id) => `?reminder=${id}`)]
  return queries[operationId]?.map((query) => `?${query}`) ?? ['']
}
