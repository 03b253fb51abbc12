// A tenant with something of each kind, for tests that look at every page and for the pictures: people in three zones, meetings,
// notes, an alarm, a plan, a template, a sweep over nothing, and deliveries that were sent, refused, and lost on the way.

import type { Belfry, Channel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import type { PagesOptions } from './pages.ts'

/** A Monday, ten in the morning in Paris. */
export const now = '2031-03-17T09:00:00Z'

/** What it gives in English, for tests that look for English. */
export const given = [
  ...['Call the landlord', 'Send the invoice', 'Sign the contract', 'Water the plants', 'Re-read the draft'],
  ...['Budget review', 'Design critique', 'The shop', '550 5.1.1 no such user', 'the connection was lost after DATA'],
  ...['Ana Martin', 'Bo Larsen', '{{title}} is {{when}}.'],
]

/** Sends by what the message says: one that bounces, one that nobody knows of, and all others well. */
const email: Channel = {
  name: 'email',
  idempotent: false,
  async send({ title }) {
    if (title?.includes('invoice')) return { kind: 'refused', reply: '550 5.1.1 no such user' }
    if (title?.includes('contract')) return { kind: 'unknown', reply: 'the connection was lost after DATA' }
    return { kind: 'delivered', reply: '250 2.0.0 Ok' }
  },
}

export const sample: PagesOptions = {
  belfry: { now, channels: [email], defaultChannels: ['in_app'], encryptionKey: 'a key for tests, long enough' },
  fill,
}

async function fill(belfry: Belfry, test: TestBelfry): Promise<void> {
  await people(belfry)
  await things(belfry)
  // What is due by then rings, on a quiet morning of an hour.
  await test.advance('PT1H')
  await meetings(belfry)
}

async function people(belfry: Belfry): Promise<void> {
  const channels = ['in_app', 'email']
  await belfry.recipients.put({
    ...{ id: 'ana', name: 'Ana Martin', timezone: 'Europe/Paris', locale: 'en', channels },
    addresses: { email: 'ana@example.com' },
  })
  await belfry.recipients.put({
    ...{ id: 'bo', name: 'Bo Larsen', timezone: 'America/New_York', locale: 'en', channels },
    quietHours: { from: '22:00', to: '07:00' },
    addresses: { email: 'bo@example.com' },
  })
  await belfry.recipients.put({
    ...{ id: 'jimin', name: '지민', timezone: 'Asia/Seoul', locale: 'ko', channels },
    addresses: { email: 'jimin@example.com' },
  })
}

async function things(belfry: Belfry): Promise<void> {
  const note = (id: string, recipient: string, title: string, more: object) =>
    belfry.reminders.schedule({ entity: { type: 'note', id }, recipient, title, in: 'PT30M', ...more })
  await note('1', 'ana', 'Call the landlord', {})
  await note('2', 'ana', 'Send the invoice', { in: 'PT40M' })
  await note('3', 'bo', 'Sign the contract', { in: 'PT45M' })
  await note('4', 'jimin', '엄마에게 전화하기', { in: 'PT3H' })
  await note('5', 'ana', 'Stand-up', { in: undefined, rule: { every: 'day', at: ['11:30'] } })
  await note('6', 'bo', 'Water the plants', { in: undefined, rule: { every: 'day', at: ['09:00'] } })
  await note('7', 'jimin', '주간 보고서', { in: undefined, rule: { every: 'week', on: ['friday'], at: ['16:00'] } })
  for (let i = 0; i < 40; i++)
    await belfry.entities.put({
      ...{ type: 'task', id: `T-${i + 1}`, title: `Task ${i + 1}`, recipients: [['ana', 'bo', 'jimin'][i % 3]!] },
      ...{ at: `2031-03-${17 + (i % 5)}T${10 + ((i * 7) % 9)}:${i % 2 ? '00' : '30'}:00`, timezone: 'Europe/Paris' },
      plan: ['-PT1H'],
    })
  await belfry.plans.put({ name: 'usual', steps: ['-PT24H', '-PT1H', '-PT15M'] })
  await belfry.templates.put({
    name: 'tomorrow',
    for: { kind: '24h_before' },
    subject: 'Tomorrow: {{title}}',
    text: '{{title}} is {{when}}.',
  })
  // Nobody has it as an address: nothing goes there.
  await belfry.webhooks.put({ id: 'shop', url: 'https://hooks.example.com/belfry', description: 'The shop' })
  await belfry.alarms.put({ pageId: 'page-1', userId: 'ana', title: 'Re-read the draft' })
  await belfry.sweeps.put({ name: 'cleanup', every: 'P1D', source: { items: () => [] } })
  await belfry.sweeps.run('cleanup')
}

async function meetings(belfry: Belfry): Promise<void> {
  const meet = async (title: string, participants: string[], start: string, end: string, isOpen = false) => {
    const { meeting } = await belfry.meetings.request({
      ...{ requester: 'ana', participants, title, timezone: 'Europe/Paris', slots: [{ start, end }] },
      plan: ['-PT24H', '-PT1H', '-PT15M'],
    })
    if (!isOpen) await belfry.meetings.accept(meeting.id, { participant: participants[0]! })
    return meeting
  }
  await meet('Budget review', ['bo'], '2031-03-18T15:00:00', '2031-03-18T16:00:00')
  await meet('Design critique', ['jimin'], '2031-03-19T09:00:00', '2031-03-19T09:45:00')
  await meet('Planning', ['bo', 'jimin'], '2031-03-20T14:00:00', '2031-03-20T15:30:00', true)
  for (const dayOfWeek of [1, 2, 3, 4, 5])
    await belfry.availability.put({ recipient: 'ana', dayOfWeek, startTime: '09:00', endTime: '17:00' })
}
