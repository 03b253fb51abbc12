// The story of a reminder says before its moment where it will go, and what is in the way; that of an entity has what was done to
// each of its reminders.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { reminder, useDatabase } from './running.ts'

const running = useDatabase()

async function start() {
  const mail = memoryChannel({ name: 'email', needsAddress: true })
  const test = await running.start({
    channels: [mail],
    defaultChannels: ['in_app', { channel: 'email', after: 'PT10M' }],
  })
  const { id } = await test.belfry.reminders.schedule(reminder('1', { kind: 'call' }))
  const ways = async () => (await test.belfry.reminders.explain(id)).ways
  return { ...test, id, ways, mail }
}

const open = { isFallback: false, held: false, reason: null }

describe('where a reminder will go', () => {
  it('as the recipient has it: an address that is missing, suspended, and there', async () => {
    const { belfry, ways } = await start()
    const inApp = { ...open, channel: 'in_app', afterMs: 0 }
    const email = { ...open, channel: 'email', afterMs: 600_000 }
    expect(await ways()).toEqual([inApp, { ...email, reason: 'no_address' }])
    await belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    expect(await ways()).toEqual([inApp, email])
    await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'email', reason: 'bounced' })
    expect(await ways()).toEqual([inApp, { ...email, reason: 'address_suspended' }])
  })

  it('what is switched off, what is held, and a fallback', async () => {
    const { belfry, ways } = await start()
    await belfry.recipients.put({
      id: 'ana',
      ...{ channels: ['email'], fallback: 'in_app', addresses: { email: 'ana@example.com' } },
      preferences: { off: [{ kind: 'call', channel: 'email' }] },
    })
    await belfry.holds.hold({ reason: 'maintenance' })
    expect(await ways()).toEqual([
      { channel: 'email', afterMs: 0, isFallback: false, held: true, reason: 'preference_off' },
      { channel: 'in_app', afterMs: 0, isFallback: true, held: true, reason: null },
    ])
  })

  it('is what happens then: the ledger agrees with what was said before', async () => {
    const { belfry, ways, id, advance } = await start()
    await belfry.recipients.put({ id: 'ana', preferences: { kindsOff: ['call'] } })
    const said = await ways()
    await advance('PT20M')
    const { deliveries, ways: left } = await belfry.reminders.explain(id)
    expect(said.map(({ channel, reason }) => [channel, reason]).sort()).toEqual(
      deliveries.map(({ channel, reason }) => [channel, reason]).sort(),
    )
    expect(left).toEqual([])
  })
})

it('the time line of an entity has what was done to one of its reminders, and whose it is', async () => {
  const { belfry } = await running.start()
  await belfry.recipients.put({ id: 'bo', timezone: 'America/New_York' })
  const { reminders } = await belfry.entities.put({
    ...{ type: 'task', id: '1', at: '2031-05-01T10:00:00', timezone: 'Europe/Paris', plan: ['-PT1H'] },
    recipients: ['ana', 'bo'],
  })
  const { id } = reminders.find(({ recipient }) => recipient === 'bo')!
  await belfry.reminders.acknowledge(id)
  const line = await belfry.entities.timeline({ type: 'task', id: '1' })
  expect(line.filter(({ what }) => what === 'change')).toMatchObject([
    { state: 'entity_created', recipient: null, reminderId: null },
    {
      state: 'acknowledged',
      reminderId: id,
      recipient: 'bo',
      kind: '1h_before',
      recipientTimezone: 'America/New_York',
    },
  ])
})
