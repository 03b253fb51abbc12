// Two at once on one entity, each forced into the interleaving that would hurt: a put or a cancel against a fire, another
// put, a retry, a recipient who travels, one who is erased. Nothing is lost, nothing comes back, and every answer names
// what it could not call back.

import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { blocked, gateAtCommit } from './gate.ts'
import { latch } from './latch.ts'
import { longLease, useDatabase } from './running.ts'

const { start, client } = useDatabase()
let test: TestBelfry
let sql: pg.Client

beforeEach(async () => {
  test = await start({
    now: '2030-03-01T08:00:00Z',
    worker: { ...longLease, retry: { delaysMs: [60_000], lostMax: 5 } },
  })
  sql = await client()
  await test.belfry.recipients.put({ id: 'bo' })
})

const name = { type: 'meeting', id: '42' }
const meeting = (more: object = {}) => ({
  ...{ ...name, at: '2030-03-04T10:00:00Z', recipients: ['ana', 'bo'], plan: ['-PT1H'] },
  ...more,
})
const later = { ...name, at: '2030-03-05T10:00:00Z' }
const rung = () => test.memory.sent.map(({ recipient, dueAt }) => `${recipient} ${dueAt.toISOString()}`).sort()
const first = '2030-03-04T09:00:00.000Z'
const second = '2030-03-05T09:00:00.000Z'

/** Its id as the ledger has it, by recipient. */
async function deliveryOf(recipient: string): Promise<string> {
  const { items } = await test.belfry.reminders.list({ recipient })
  const line = await test.belfry.entities.timeline(name)
  const found = line.find((item) => item.what === 'delivery' && item.recipient === recipient)
  if (!found?.deliveryId) throw new Error(`no delivery for ${recipient}; ${items.length} reminders`)
  return found.deliveryId
}

const ofEntity = async () => {
  const { rows } = await sql.query<{ recipient: string; due: Date }>(
    'select recipient, due_at as due from belfry.reminders where entity_id = $1 order by recipient',
    [name.id],
  )
  return rows.map(({ recipient, due }) => `${recipient} ${due.toISOString()}`)
}

/** Everything in one transaction of the caller's, left open: `commit` lets those go on who wait for it. */
async function open(): Promise<{ tx: ReturnType<TestBelfry['belfry']['with']>; commit(): Promise<unknown> }> {
  const holder = await client()
  await holder.query('begin')
  return { tx: test.belfry.with(holder), commit: () => holder.query('commit') }
}

/** The worker has fired at this moment, and stands in the commit of that. */
async function firing(at: string) {
  const gate = await gateAtCommit(sql)
  await test.belfry.clock.set(new Date(at))
  await gate.reached()
  return gate
}

/** Sends begin, and end when the latch is opened: until then they are in flight, however fast the machine is. */
function holdSends() {
  const answer = latch()
  test.memory.script(async (): Promise<Outcome> => {
    await answer.opened
    return { kind: 'delivered' }
  })
  return answer
}

describe('a put that meets a fire', () => {
  it('waits for it, and names what was in flight', async () => {
    const sends = holdSends()
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    const gate = await firing(first)
    const moving = test.belfry.entities.put(later)
    await blocked(sql, 2)
    await gate.open()
    const { inFlight, inFlightIds, created } = await moving
    expect([inFlight, inFlightIds, created]).toEqual([1, [await deliveryOf('ana')], 1])
    sends.open()
    await test.advance('P2D')
    expect(rung()).toEqual([`ana ${first}`, `ana ${second}`])
  })

  it('by which a recipient is left out names theirs', async () => {
    const sends = holdSends()
    await test.belfry.entities.put(meeting())
    const gate = await firing(first)
    const leaving = test.belfry.entities.put({ ...name, recipients: ['ana'] })
    await blocked(sql, 2)
    await gate.open()
    expect(await leaving).toMatchObject({ inFlightIds: [await deliveryOf('bo')], cancelled: 0 })
    sends.open()
  })

  it('by which the moment is in the past names it', async () => {
    const sends = holdSends()
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    const gate = await firing(first)
    const moving = test.belfry.entities.put({ ...name, at: '2030-03-04T09:30:00Z' })
    await blocked(sql, 2)
    await gate.open()
    expect(await moving).toMatchObject({ inFlightIds: [await deliveryOf('ana')], skippedPast: 1 })
    sends.open()
  })

  it('is not overtaken by the retry of what it met', async () => {
    const [begun, answer] = [latch(), latch()]
    test.memory.script(async (): Promise<Outcome> => {
      begun.open()
      await answer.opened
      return { kind: 'deferred' }
    })
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    const gate = await firing(first)
    const moving = test.belfry.entities.put(later)
    await blocked(sql, 2)
    await gate.open()
    await moving
    await begun.opened
    test.memory.script(() => ({ kind: 'delivered' }))
    answer.open()
    await test.advance('P2D')
    expect(rung()).toEqual([`ana ${second}`])
  })
})

describe('what an earlier moment still has to try again', () => {
  beforeEach(async () => {
    test.memory.script(() => ({ kind: 'deferred' }))
    await test.belfry.entities.put(meeting())
    await test.jump(first)
    test.memory.script(null)
  })

  it('ends with a move to a time that is ahead', async () => {
    await test.belfry.entities.put(later)
    await test.advance('P2D')
    expect(rung()).toEqual([`ana ${second}`, `bo ${second}`])
  })

  it('ends with a move to a time whose step has passed', async () => {
    await test.belfry.entities.put({ ...name, at: '2030-03-04T09:30:00Z' })
    await test.advance('P2D')
    expect(rung()).toEqual([])
  })

  it('ends for a recipient who is left out, and for nobody else', async () => {
    await test.belfry.entities.put({ ...name, recipients: ['ana'] })
    await test.advance('P2D')
    expect(rung()).toEqual([`ana ${first}`])
  })

  it('ends with a step that the plan has no longer', async () => {
    await test.belfry.entities.put({ ...name, plan: ['-PT15M'] })
    await test.advance('P2D')
    expect(rung()).toEqual(['ana 2030-03-04T09:45:00.000Z', 'bo 2030-03-04T09:45:00.000Z'])
  })

  it('goes on when the same is said again', async () => {
    await test.belfry.entities.put(meeting())
    await test.belfry.entities.put({ ...name, title: 'Budget' })
    await test.advance('P2D')
    expect(rung()).toEqual([`ana ${first}`, `bo ${first}`])
  })
})

describe('a cancel', () => {
  it('that meets a fire waits for it, and names what was in flight', async () => {
    const sends = holdSends()
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    const gate = await firing(first)
    const ending = test.belfry.entities.cancel(name)
    await blocked(sql, 2)
    await gate.open()
    expect(await ending).toEqual({ cancelled: 0, inFlight: [await deliveryOf('ana')], alreadySent: [] })
    sends.open()
  })

  it('that meets a retry just being taken names it, and it is the last', async () => {
    const answer = latch()
    test.memory.script(async ({ attempt }): Promise<Outcome> => {
      if (attempt > 1) await answer.opened
      return { kind: 'deferred' }
    })
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    await test.jump(first)
    const gate = await firing('2030-03-04T09:02:00Z')
    const ending = test.belfry.entities.cancel(name)
    await blocked(sql, 2)
    await gate.open()
    expect(await ending).toEqual({ cancelled: 0, inFlight: [await deliveryOf('ana')], alreadySent: [] })
    answer.open()
    await test.settled()
    test.memory.script(null)
    await test.advance('P2D')
    expect(rung()).toEqual([])
  })

  it('that meets a result just being written names it as sent', async () => {
    const [begun, answer] = [latch(), latch()]
    test.memory.script(async (): Promise<Outcome> => {
      begun.open()
      await answer.opened
      return { kind: 'delivered' }
    })
    await test.belfry.entities.put(meeting({ recipients: ['ana'] }))
    await test.belfry.clock.set(new Date(first))
    await begun.opened
    const holder = await client()
    await holder.query('begin')
    await holder.query("update belfry.deliveries set state = 'sent'")
    const ending = test.belfry.entities.cancel(name)
    await blocked(sql)
    await holder.query('commit')
    expect(await ending).toEqual({ cancelled: 0, inFlight: [], alreadySent: [await deliveryOf('ana')] })
    answer.open()
    await test.settled()
  })
})

describe('two puts of one entity', () => {
  it('come one after the other: the second knows what the first has said', async () => {
    await test.belfry.entities.put(meeting())
    const { tx, commit } = await open()
    await tx.entities.put({ ...later, recipients: ['ana'] })
    const titled = test.belfry.entities.put({ ...name, title: 'Budget' })
    const stale = test.belfry.entities.put({ ...name, at: '2030-03-09T10:00:00Z', version: 1 })
    stale.catch(() => {})
    await blocked(sql, 2)
    await commit()
    expect(await titled).toMatchObject({ version: 3, moved: 0, cancelled: 0 })
    await expect(stale).rejects.toMatchObject({ code: 'version_conflict' })
    expect(await ofEntity()).toEqual([`ana ${second}`])
    await test.advance('P5D')
    expect(rung()).toEqual([`ana ${second}`])
  })

  it('that does not exist yet make one, and nobody is reminded twice', async () => {
    const { tx, commit } = await open()
    expect(await tx.entities.put(meeting())).toMatchObject({ version: 1, created: 2 })
    const again = test.belfry.entities.put(meeting())
    await blocked(sql)
    await commit()
    expect(await again).toMatchObject({ version: 1, created: 0, unchanged: 2 })
    await test.advance('P4D')
    expect(rung()).toEqual([`ana ${first}`, `bo ${first}`])
  })
})

/** On everybody's own clock: 09:00 is 00:00Z in Seoul, 14:00Z in New York. */
const pill = (more: object = {}) => meeting({ at: '2030-03-04T09:00:00', plan: ['PT0S'], ...more })
const seoul = { id: 'bo', timezone: 'Asia/Seoul' }

describe('a put and a recipient who travels', () => {
  beforeEach(() => test.belfry.entities.put(pill()))
  const expected = ['ana 2030-03-05T09:00:00.000Z', 'bo 2030-03-05T00:00:00.000Z']
  const nextDay = { ...name, at: '2030-03-05T09:00:00' }

  it('who was first: the new time counts in the new zone', async () => {
    const { tx, commit } = await open()
    await tx.recipients.put(seoul)
    const moving = test.belfry.entities.put(nextDay)
    await blocked(sql)
    await commit()
    expect(await moving).toMatchObject({ moved: 2 })
    expect(await ofEntity()).toEqual(expected)
  })

  it('who comes second: the same', async () => {
    const { tx, commit } = await open()
    await tx.entities.put(nextDay)
    const travelling = test.belfry.recipients.put(seoul)
    await blocked(sql)
    await commit()
    await travelling
    expect(await ofEntity()).toEqual(expected)
  })
})

/** Ana's 09:00 has passed when the entity is made; in New York it is ahead. */
const afterNine = async () => {
  await test.jump('2030-03-04T12:00:00Z')
  expect(await test.belfry.entities.put(pill({ recipients: ['ana'] }))).toMatchObject({ skippedPast: 1 })
}
const newYork = { id: 'ana', timezone: 'America/New_York' }

describe('a recipient who travels and for whom a step is ahead again', () => {
  beforeEach(afterNine)

  it('is reminded', async () => {
    await test.belfry.recipients.put(newYork)
    expect(await ofEntity()).toEqual(['ana 2030-03-04T14:00:00.000Z'])
  })

  it('is not when a put meanwhile leaves them out', async () => {
    const { tx, commit } = await open()
    await tx.recipients.put(newYork)
    const leaving = test.belfry.entities.put({ ...name, recipients: ['bo'] })
    await blocked(sql)
    await commit()
    expect(await leaving).toMatchObject({ cancelled: 1 })
    expect((await ofEntity()).filter((line) => line.startsWith('ana'))).toEqual([])
  })

  it('is not when a put meanwhile moves it into the past', async () => {
    const { tx, commit } = await open()
    await tx.recipients.put(newYork)
    const moving = test.belfry.entities.put({ ...name, at: '2030-03-04T06:00:00' })
    await blocked(sql)
    await commit()
    await moving
    expect(await ofEntity()).toEqual([])
  })

  it('is not when it is cancelled meanwhile', async () => {
    const { tx, commit } = await open()
    await tx.recipients.put(newYork)
    const ending = test.belfry.entities.cancel(name)
    await blocked(sql)
    await commit()
    expect(await ending).toMatchObject({ cancelled: 1 })
    expect(await ofEntity()).toEqual([])
    await test.advance('P2D')
    expect(rung()).toEqual([])
  })

  it('is not when it was cancelled just before', async () => {
    const { tx, commit } = await open()
    await tx.entities.cancel(name)
    const travelling = test.belfry.recipients.put(newYork)
    await blocked(sql)
    await commit()
    await travelling
    expect(await ofEntity()).toEqual([])
  })
})

it('a cancel and a recipient who travels: what was cancelled does not come back', async () => {
  await test.belfry.entities.put(pill())
  const { tx, commit } = await open()
  await tx.entities.cancel(name)
  const travelling = test.belfry.recipients.put(seoul)
  await blocked(sql)
  await commit()
  await travelling
  expect(await ofEntity()).toEqual([])
  await test.advance('P4D')
  expect(rung()).toEqual([])
})

describe('a put and the erasure of a recipient', () => {
  beforeEach(() => test.belfry.entities.put(meeting()))

  it('who was gone first: everybody else is moved', async () => {
    const { tx, commit } = await open()
    await tx.recipients.delete('bo')
    const moving = test.belfry.entities.put(later)
    await blocked(sql)
    await commit()
    expect(await moving).toMatchObject({ moved: 1 })
    expect(await ofEntity()).toEqual([`ana ${second}`])
    expect((await test.belfry.entities.get(name))?.recipients.map(({ id }) => id)).toEqual(['ana'])
  })

  it('who was gone first, and whom it names: it is refused, and nothing moves', async () => {
    const { tx, commit } = await open()
    await tx.recipients.delete('bo')
    const moving = test.belfry.entities.put({ ...later, recipients: ['ana', 'bo'] })
    moving.catch(() => {})
    await blocked(sql)
    await commit()
    await expect(moving).rejects.toMatchObject({ code: 'unknown_recipient', field: '/recipients/1' })
    expect(await ofEntity()).toEqual([`ana ${first}`])
  })

  it('who goes second: nothing of theirs stays', async () => {
    const { tx, commit } = await open()
    await tx.entities.put(later)
    const erasing = test.belfry.recipients.delete('bo')
    await blocked(sql)
    await commit()
    expect(await erasing).toMatchObject({ erased: true, cancelled: 1 })
    expect(await ofEntity()).toEqual([`ana ${second}`])
    await test.advance('P5D')
    expect(rung()).toEqual([`ana ${second}`])
  })
})
