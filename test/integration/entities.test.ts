import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from './running.ts'

const { start } = useDatabase()
let test: TestBelfry

beforeEach(async () => {
  test = await start({ now: '2030-03-01T08:00:00Z' })
  await test.belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })
})

const meeting = (more: object = {}) => ({
  type: 'meeting',
  id: '42',
  at: '2030-03-04T10:00:00',
  timezone: 'Europe/Paris',
  title: 'Budget review',
  recipients: ['ana', 'bo'],
  plan: ['-PT24H', '-PT1H', '-PT15M'],
  ...more,
})
const name = { type: 'meeting', id: '42' }
const rung = () => test.memory.sent.map(({ recipient, kind, dueAt }) => `${recipient} ${kind} ${dueAt.toISOString()}`)
const counts = { created: 0, moved: 0, cancelled: 0, unchanged: 0, skippedPast: 0, inFlight: 0 }

describe('put', () => {
  it('creates a reminder for each step and recipient, and they ring', async () => {
    expect(await test.belfry.entities.put(meeting())).toMatchObject({ ...counts, created: 6, version: 1 })
    await test.advance('P4D')
    expect(rung()).toHaveLength(6)
    expect(rung()).toContain('bo 1h_before 2030-03-04T08:00:00.000Z')
  })

  it('said again is unchanged, with the same version', async () => {
    await test.belfry.entities.put(meeting())
    expect(await test.belfry.entities.put(meeting())).toMatchObject({ ...counts, unchanged: 6, version: 1 })
  })

  it('moves every reminder of it in one call', async () => {
    await test.belfry.entities.put(meeting())
    const moved = await test.belfry.entities.put({ ...name, at: '2030-03-05T11:00:00' })
    expect(moved).toMatchObject({ ...counts, moved: 6, version: 2 })
    await test.advance('P5D')
    expect(rung()).toHaveLength(6)
    expect(rung()).toContain('ana 15m_before 2030-03-05T09:45:00.000Z')
  })

  it('whose 24-hour reminder went out is reminded of again for the new time', async () => {
    await test.belfry.entities.put(meeting())
    await test.jump('2030-03-03T12:00:00Z')
    expect(rung()).toHaveLength(2)
    expect(await test.belfry.entities.put(meeting({ at: '2030-03-06T10:00:00' }))).toMatchObject({
      ...counts,
      created: 2,
      moved: 4,
    })
    await test.advance('P4D')
    expect(rung()).toHaveLength(8)
  })

  it('from 10 to 11 and back to 10 rings once, at 10', async () => {
    await test.belfry.entities.put(meeting({ plan: ['-PT1H'], recipients: ['ana'] }))
    await test.belfry.entities.put(meeting({ plan: ['-PT1H'], recipients: ['ana'], at: '2030-03-04T11:00:00' }))
    await test.belfry.entities.put(meeting({ plan: ['-PT1H'], recipients: ['ana'] }))
    await test.advance('P4D')
    expect(rung()).toEqual(['ana 1h_before 2030-03-04T08:00:00.000Z'])
  })

  it('back to a time whose reminder was sent does not send it twice', async () => {
    await test.belfry.entities.put(meeting({ plan: ['-PT24H'], recipients: ['ana'] }))
    await test.jump('2030-03-03T10:00:00Z')
    await test.belfry.entities.put(meeting({ at: '2030-03-08T10:00:00' }))
    expect(await test.belfry.entities.put(meeting({ plan: ['-PT24H'], recipients: ['ana'] }))).toMatchObject({
      unchanged: 1,
      created: 0,
      skippedPast: 0,
    })
    await test.advance('P10D')
    expect(rung()).toHaveLength(1)
  })

  it('cancelled and created again rings', async () => {
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    expect(await test.belfry.entities.cancel(name)).toMatchObject({ cancelled: 3, inFlight: [], alreadySent: [] })
    expect(await test.belfry.entities.put(meeting({ recipients: ['ana'] }))).toMatchObject({ created: 3 })
    await test.advance('P4D')
    expect(rung()).toHaveLength(3)
  })

  it('adding or removing a recipient touches only theirs', async () => {
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    expect(await test.belfry.entities.put({ ...name, recipients: ['ana', 'bo'] })).toMatchObject({
      ...counts,
      created: 3,
      unchanged: 3,
    })
    expect(await test.belfry.entities.put({ ...name, recipients: ['bo'] })).toMatchObject({
      ...counts,
      cancelled: 3,
      unchanged: 3,
    })
    await test.advance('P4D')
    expect(new Set(test.memory.sent.map(({ recipient }) => recipient))).toEqual(new Set(['bo']))
  })

  it('of an out-of-date version is refused, and changes nothing', async () => {
    await test.belfry.entities.put(meeting())
    await test.belfry.entities.put(meeting({ title: 'Budget', version: 1 }))
    const late = test.belfry.entities.put(meeting({ at: '2030-03-09T10:00:00', version: 1 }))
    await expect(late).rejects.toMatchObject({ code: 'version_conflict', field: '/version' })
    expect(await test.belfry.entities.get(name)).toMatchObject({ version: 2, title: 'Budget' })
  })

  it('keeps what is left out, and clears what is null', async () => {
    await test.belfry.entities.put(meeting({ body: 'Room 4', data: { room: 4 } }))
    await test.belfry.entities.put({ ...name, title: 'New title' })
    expect(await test.belfry.entities.get(name)).toMatchObject({
      title: 'New title',
      body: 'Room 4',
      data: { room: 4 },
      at: { local: '2030-03-04T10:00', timezone: 'Europe/Paris', instant: new Date('2030-03-04T09:00:00Z') },
    })
    await test.belfry.entities.put({ ...name, body: null, at: null })
    expect(await test.belfry.entities.get(name)).toMatchObject({ body: null, at: null })
    await test.advance('P4D')
    expect(rung()).toEqual([])
  })

  it('records and answers the steps that have passed', async () => {
    await test.jump('2030-03-04T08:30:00Z')
    const put = await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    expect(put).toMatchObject({ ...counts, created: 1, skippedPast: 2 })
    const skipped = put.reminders.filter(({ outcome }) => outcome === 'skippedPast')
    expect(skipped.map(({ kind }) => kind)).toEqual(['24h_before', '1h_before'])
    const { deliveries } = await test.belfry.reminders.explain(skipped[0]!.id)
    expect(deliveries).toMatchObject([{ state: 'skipped', reason: 'skipped_past' }])
    expect(await test.belfry.entities.put(meeting({ recipients: ['ana'] }))).toMatchObject({ ...counts, unchanged: 3 })
    await test.advance('P1D')
    expect(rung()).toEqual(['ana 15m_before 2030-03-04T08:45:00.000Z'])
  })

  it('sends what has passed at once, as one message, where that is wanted', async () => {
    await test.jump('2030-03-04T08:30:00Z')
    await test.belfry.entities.put(meeting({ recipients: ['ana'], latePolicy: 'immediate' }))
    await test.settled()
    expect(rung()).toEqual(['ana 1h_before 2030-03-04T08:30:00.000Z'])
    await test.advance('P1D')
    expect(rung()).toHaveLength(2)
  })

  it('of something that is over sends nothing, whatever the policy', async () => {
    await test.jump('2030-03-05T00:00:00Z')
    expect(await test.belfry.entities.put(meeting({ latePolicy: 'immediate' }))).toMatchObject({ skippedPast: 6 })
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })

  it('with steps within a minute of each other rings once', async () => {
    const plan = ['-PT1H', '-PT59M30S', '-PT15M']
    expect(await test.belfry.entities.put(meeting({ recipients: ['ana'], plan }))).toMatchObject({ created: 2 })
    await test.advance('P4D')
    expect(rung().map((line) => line.split(' ')[1])).toEqual(['59m30s_before', '15m_before'])
  })

  it('reminds by several anchors, and by a plan of each recipient’s own', async () => {
    const due = { at: '2030-03-10T18:00:00', timezone: 'Europe/Paris' }
    const plan = ['-PT1H', { offset: '-P1D', anchor: 'due' }]
    const recipients = ['ana', { id: 'bo', plan: ['-PT5M'] }]
    await test.belfry.entities.put(meeting({ anchors: { due }, plan, recipients }))
    await test.advance('P12D')
    expect(rung()).toEqual([
      'ana 1h_before 2030-03-04T08:00:00.000Z',
      'bo 5m_before 2030-03-04T08:55:00.000Z',
      'ana 1d_before_due 2030-03-09T17:00:00.000Z',
    ])
  })

  it('sends a step by the channels of its own', async () => {
    const plan = [{ kind: 'pack', offset: '-PT3H', channels: ['in_app'] }, '-PT1H']
    const { reminders } = await test.belfry.entities.put(meeting({ recipients: ['ana'], plan }))
    await test.advance('P4D')
    expect(rung()).toEqual(['ana 1h_before 2030-03-04T08:00:00.000Z'])
    const { deliveries } = await test.belfry.reminders.explain(reminders[0]!.id)
    expect(deliveries).toMatchObject([{ kind: 'pack', channel: 'in_app', state: 'sent' }])
  })

  it('uses a named plan', async () => {
    await test.belfry.plans.put({ name: 'calm', steps: ['-PT2H'] })
    await test.belfry.entities.put(meeting({ plan: 'calm', recipients: ['ana'] }))
    expect(await test.belfry.plans.get('calm')).toMatchObject({ used: 1, steps: [{ kind: '2h_before' }] })
    await expect(test.belfry.plans.delete('calm')).rejects.toMatchObject({ code: 'in_use' })
    await expect(test.belfry.entities.put(meeting({ plan: 'wild' }))).rejects.toMatchObject({ code: 'not_found' })
    await test.advance('P4D')
    expect(rung()).toEqual(['ana 2h_before 2030-03-04T07:00:00.000Z'])
  })

  it('without a zone rings by each recipient’s own clock', async () => {
    await test.belfry.entities.put({
      type: 'pill',
      id: '1',
      at: '2030-03-04T09:00:00',
      recipients: ['ana', 'bo'],
      plan: ['PT0S'],
    })
    await test.advance('P4D')
    expect(rung()).toEqual(['bo at_time 2030-03-04T00:00:00.000Z', 'ana at_time 2030-03-04T09:00:00.000Z'])
  })

  it('anchored to an instant keeps the instant', async () => {
    await test.belfry.entities.put(meeting({ timeAnchor: 'instant', plan: ['-PT1H'], recipients: ['ana'] }))
    const [reminder] = (await test.belfry.reminders.list({ recipient: 'ana' })).items
    expect(reminder).toMatchObject({ occurrence: '2030-03-04T09:00:00Z' })
  })

  it('of an unknown recipient is refused, and nothing is written', async () => {
    const put = test.belfry.entities.put(meeting({ recipients: ['ana', 'nobody'] }))
    await expect(put).rejects.toMatchObject({ code: 'unknown_recipient', field: '/recipients/1' })
    expect(await test.belfry.entities.get(name)).toBeNull()
    expect((await test.belfry.reminders.list({ recipient: 'ana' })).items).toEqual([])
  })

  it('leaves reminders that were scheduled by themselves alone', async () => {
    await test.belfry.reminders.schedule({ entity: name, recipient: 'ana', at: new Date('2030-03-02T00:00:00Z') })
    expect(await test.belfry.entities.put(meeting({ recipients: ['ana'] }))).toMatchObject({ created: 3, cancelled: 0 })
    expect(await test.belfry.entities.cancel(name)).toMatchObject({ cancelled: 4 })
  })
})

describe('the end of an entity', () => {
  it('cancels what is to come and names what was sent', async () => {
    await test.belfry.entities.put(meeting())
    await test.jump('2030-03-03T12:00:00Z')
    const ended = await test.belfry.entities.cancel(name)
    expect([ended.cancelled, ended.alreadySent.length, ended.inFlight.length]).toEqual([4, 2, 0])
    await test.advance('P4D')
    expect(rung()).toHaveLength(2)
    expect(await test.belfry.entities.get(name)).toMatchObject({ status: 'cancelled' })
  })

  it('done is done', async () => {
    await test.belfry.entities.put(meeting())
    await test.belfry.entities.complete(name)
    await test.advance('P4D')
    expect(rung()).toEqual([])
    expect(await test.belfry.entities.get(name)).toMatchObject({ status: 'done' })
  })

  it('removed is forgotten, but not its ledger', async () => {
    await test.belfry.entities.put(meeting())
    await test.jump('2030-03-03T12:00:00Z')
    await test.belfry.entities.delete(name)
    expect(await test.belfry.entities.get(name)).toBeNull()
    expect((await test.belfry.entities.timeline(name)).filter(({ state }) => state === 'sent')).toHaveLength(2)
  })

  it('of one that nobody knows is not found', async () => {
    await expect(test.belfry.entities.cancel({ type: 'meeting', id: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('lists entities by type and status, page by page', async () => {
  for (const id of ['1', '2', '3']) await test.belfry.entities.put(meeting({ id, recipients: [] }))
  await test.belfry.entities.cancel({ type: 'meeting', id: '2' })
  const first = await test.belfry.entities.list({ type: 'meeting', limit: 2 })
  expect(first.items.map(({ id }) => id)).toEqual(['1', '2'])
  const { items } = await test.belfry.entities.list({ type: 'meeting', cursor: first.nextCursor! })
  expect(items.map(({ id }) => id)).toEqual(['3'])
  const active = await test.belfry.entities.list({ type: 'meeting', status: 'active' })
  expect(active.items.map(({ id }) => id)).toEqual(['1', '3'])
})

it('tells the whole story as a time line', async () => {
  await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
  await test.jump('2030-03-03T12:00:00Z')
  await test.belfry.entities.put(meeting({ recipients: ['ana'], at: '2030-03-04T12:00:00' }))
  const line = await test.belfry.entities.timeline(name)
  expect(line.filter(({ what }) => what === 'upcoming')).toHaveLength(2)
  expect(line.find(({ state }) => state === 'sent')?.why).toMatch(/Sent by memory/)
  expect(line.filter(({ what }) => what === 'change').map(({ state }) => state)).toContain('entity_changed')
})
