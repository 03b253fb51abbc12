// A table of reminder jobs, taken over in the middle of its life: the memory channel is the witness of what rings.

import { describe, expect, it } from 'vitest'
import { accountedFor, linesOf, stateOf, useImports } from './importing.ts'
import type { Tables } from './tables.ts'

const { begin } = useImports()

const table = `create table reminder_jobs (
  id uuid primary key default gen_random_uuid(), meeting_id uuid not null, organization_id uuid not null,
  recipient_id text not null, reminder_type varchar not null, scheduled_at timestamptz not null, status varchar not null,
  attempts int default 0, last_attempt_at timestamptz, created_at timestamptz default now())`

const meeting = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const organization = (n: number) => `11111111-0000-4000-8000-${String(n).padStart(12, '0')}`

interface JobRow {
  readonly meeting_id: string
  readonly status: string
  readonly scheduled_at: string
  readonly recipient_id?: string
  readonly reminder_type?: string
  readonly organization_id?: string
  readonly last_attempt_at?: string
  readonly title?: string
}

const past = '2029-12-31T20:00:00Z'
const ahead = '2030-01-01T04:00:00Z'
const job = (n: number, status: string, scheduled_at: string, more: Partial<JobRow> = {}): JobRow => ({
  ...{ meeting_id: meeting(n), status, scheduled_at, recipient_id: 'ana', reminder_type: '1h_before', ...more },
})

/** One of each. */
const mixed = [
  job(1, 'sent', past, { last_attempt_at: '2029-12-31T20:00:07Z' }),
  job(2, 'pending', ahead),
  job(3, 'pending', past),
  job(4, 'cancelled', ahead),
  job(5, 'failed', past),
  job(6, 'pending', ahead, { recipient_id: 'stranger' }),
]

async function fill(tables: Tables, jobs: readonly JobRow[]): Promise<{ table: string }> {
  await tables.query(table)
  for (const one of jobs) {
    const { meeting_id, organization_id = organization(1), recipient_id, reminder_type, scheduled_at, status } = one
    await tables.query(
      `insert into reminder_jobs (meeting_id, organization_id, recipient_id, reminder_type, scheduled_at, status, last_attempt_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [meeting_id, organization_id, recipient_id, reminder_type, scheduled_at, status, one.last_attempt_at ?? null],
    )
  }
  return { table: 'reminder_jobs' }
}

const key = (n: number) => ({
  ...{ entityType: 'meeting', entityId: meeting(n), reminderType: '1h_before', userId: 'ana' },
})

describe('import.reminderJobs', () => {
  it('rings what is pending and ahead, and nothing else', async () => {
    const { test, imports, tables } = await begin()
    const report = await imports.reminderJobs(await fill(tables, mixed))
    expect(report).toMatchObject({
      ...{ read: 6, imported: 3, marked: 2, scheduled: 1, skippedPast: 1, cancelled: 1, refusedCount: 1 },
    })
    expect(accountedFor(report)).toBe(6)
    await test.advance('PT3H59M')
    expect(test.memory.sent).toEqual([])
    await test.advance('P30D')
    expect(test.memory.sent).toMatchObject([
      { entity: { type: 'meeting', id: meeting(2) }, kind: '1h_before', recipient: 'ana', dueAt: new Date(ahead) },
    ])
  })

  it('what was sent is in the ledger with its time, and never rings again, however it is scheduled', async () => {
    const { test, imports } = await begin()
    await imports.reminderJobs({ lines: linesOf(mixed) })
    expect(await test.belfry.ledger.wasReminderSent(key(1))).toBe(true)
    expect(await test.belfry.ledger.getRemindersSentForEntity('meeting', meeting(1))).toMatchObject([
      { channel: 'hand', state: 'sent', occurrence: 'once', sentAt: new Date('2029-12-31T20:00:07Z') },
    ])
    // As an application would that plans its meetings anew: in local time, or as steps of an entity.
    const entity = { type: 'meeting', id: meeting(1) }
    const again = { entity, kind: '1h_before', recipient: 'ana', at: '2030-01-01T05:00:00', timezone: 'Europe/Paris' }
    expect(await test.belfry.reminders.schedule(again)).toMatchObject({ status: 'already_sent' })
    await test.belfry.entities.put({
      ...{ type: 'meeting', id: meeting(1), at: '2030-01-01T02:00:00Z', recipients: ['ana'] },
      plan: [{ kind: '1h_before', offset: '-PT1H' }],
    })
    await test.advance('PT3H')
    expect(test.memory.sent).toEqual([])
  })

  it('what is past due and was not sent is recorded as skipped_past and listed', async () => {
    const { test, imports } = await begin()
    const { skippedPastList } = await imports.reminderJobs({ lines: linesOf(mixed) })
    expect(skippedPastList).toMatchObject([{ row: 3, dueAt: new Date(past) }])
    const { deliveries } = await test.belfry.reminders.explain(skippedPastList[0]!.reminderId)
    expect(deliveries).toMatchObject([{ state: 'skipped', reason: 'skipped_past', dueAt: new Date(past) }])
    await test.advance('P2D')
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual([meeting(2)])
  })

  it('due exactly now is past due', async () => {
    const { imports } = await begin()
    const lines = linesOf([job(1, 'pending', '2030-01-01T00:00:00Z'), job(2, 'pending', '2030-01-01T00:00:00.001Z')])
    expect(await imports.reminderJobs({ lines })).toMatchObject({ skippedPast: 1, scheduled: 1 })
  })

  it('10,000 that are past due do not ring', async () => {
    const { test, imports } = await begin()
    const lines = linesOf(Array.from({ length: 10_000 }, (_, i) => job(i, 'pending', past)))
    expect(await imports.reminderJobs({ lines })).toMatchObject({ read: 10_000, skippedPast: 10_000, imported: 0 })
    await test.advance('P2D')
    expect(test.memory.sent).toEqual([])
  })

  it('what failed there is failed here: explained, not rung, not called sent', async () => {
    const { test, imports } = await begin()
    await imports.reminderJobs({ lines: linesOf(mixed) })
    expect(await test.belfry.ledger.wasReminderSent(key(5))).toBe(false)
    const at = new Date(past)
    const entity = { type: 'meeting', id: meeting(5) }
    const answer = await test.belfry.reminders.schedule({ entity, kind: '1h_before', recipient: 'ana', at })
    expect(answer.status).toBe('already_sent')
    const { deliveries } = await test.belfry.reminders.explain(answer.id)
    expect(deliveries).toMatchObject([{ state: 'failed', reason: 'retries_exhausted' }])
    // Moved to another time it may ring.
    await test.belfry.reminders.schedule({ entity, kind: '1h_before', recipient: 'ana', in: 'PT1H' })
    await test.advance('PT2H')
    expect(test.memory.sent.map(({ entity: { id } }) => id)).toEqual([meeting(5)])
  })

  it('unknown recipients are refused with a clear message, or created where that is wanted', async () => {
    const { test, imports } = await begin()
    const refused = await imports.reminderJobs({ lines: linesOf(mixed) })
    expect(refused.refused).toMatchObject([{ row: 6, code: 'unknown_recipient', field: '/recipientId' }])
    expect(refused.refused[0]!.message).toContain('createRecipients: true')
    expect(await test.belfry.recipients.get('stranger')).toBeNull()
    const created = await imports.reminderJobs({ lines: linesOf(mixed) }, { createRecipients: true })
    expect(created).toMatchObject({ scheduled: 1, recipientsCreated: 1, refusedCount: 0 })
    expect(await test.belfry.recipients.get('stranger')).toMatchObject({ timezone: 'UTC' })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ recipient }) => recipient).sort()).toEqual(['ana', 'stranger'])
  })

  it('run again, imports nothing twice and rings nothing twice', async () => {
    const { test, imports, tables } = await begin()
    const source = await fill(tables, mixed)
    await imports.reminderJobs(source)
    const before = await stateOf(tables)
    expect(await imports.reminderJobs(source)).toMatchObject({
      ...{ read: 6, imported: 0, alreadyThere: 4, skippedPast: 0, cancelled: 1, refusedCount: 1 },
    })
    expect(await stateOf(tables)).toEqual(before)
    await test.advance('P1D')
    await imports.reminderJobs(source)
    await test.advance('P1D')
    expect(test.memory.sent).toHaveLength(1)
  })

  it('run again, leaves alone what was moved or cancelled here meanwhile', async () => {
    const { test, imports } = await begin()
    const source = () => ({ lines: linesOf([job(1, 'pending', ahead), job(2, 'pending', ahead)]) })
    await imports.reminderJobs(source())
    const { items } = await test.belfry.reminders.list({ recipient: 'ana' })
    const of = (n: number) => items.find(({ entity }) => entity.id === meeting(n))!
    await test.belfry.reminders.cancel(of(1).id)
    const moved = { entity: of(2).entity, kind: '1h_before', recipient: 'ana', at: '2030-01-01T06:00:00Z' }
    await test.belfry.reminders.schedule(moved)
    expect(await imports.reminderJobs(source())).toMatchObject({ imported: 0, alreadyThere: 2 })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt)).toEqual([new Date('2030-01-01T06:00:00Z')])
  })

  it('run again after the old system sent some, silences those', async () => {
    const { test, imports } = await begin()
    await imports.reminderJobs({ lines: linesOf([job(1, 'pending', ahead), job(2, 'pending', ahead)]) })
    const later = [job(1, 'sent', ahead), job(2, 'pending', ahead)]
    expect(await imports.reminderJobs({ lines: linesOf(later) })).toMatchObject({ marked: 1, alreadyThere: 1 })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual([meeting(2)])
  })

  it('interrupted and run again, ends as if it had never been interrupted', async () => {
    const { imports, tables } = await begin()
    const source = await fill(tables, mixed)
    const crash = () => {
      throw new Error('the power is gone')
    }
    await expect(imports.reminderJobs(source, { batchSize: 2, onProgress: crash })).rejects.toThrow('the power is gone')
    await imports.reminderJobs(source)
    const interrupted = await stateOf(tables)
    await tables.query('delete from belfry.deliveries')
    await tables.query('delete from belfry.reminders')
    await imports.reminderJobs(source)
    expect(await stateOf(tables)).toEqual(interrupted)
  })

  it('as a dry run, writes nothing and reports the same', async () => {
    const { imports, tables } = await begin()
    const twice = [...mixed, ...mixed, job(1, 'pending', ahead), job(7, 'maybe', ahead)]
    for (const createRecipients of [false, true]) {
      const before = await stateOf(tables)
      const dry = await imports.reminderJobs(
        { lines: linesOf(twice) },
        { dryRun: true, batchSize: 4, createRecipients },
      )
      expect(await stateOf(tables)).toEqual(before)
      const real = await imports.reminderJobs({ lines: linesOf(twice) }, { batchSize: 4, createRecipients })
      expect({ ...dry, dryRun: false }).toEqual(real)
      expect(accountedFor(real)).toBe(twice.length)
    }
  })

  it('a job of what was sent before is not rung and not hidden', async () => {
    const { test, imports } = await begin()
    const lines = linesOf([job(1, 'sent', past), job(1, 'pending', ahead)])
    const report = await imports.reminderJobs({ lines })
    expect(report.refused).toMatchObject([{ row: 2, code: 'already_sent' }])
    await test.advance('P1D')
    expect(test.memory.sent).toEqual([])
  })

  it('what was missed or failed at an old time does not stand in the way of a new one', async () => {
    const { test, imports } = await begin()
    const lines = linesOf([
      job(1, 'pending', past),
      job(2, 'failed', past),
      job(1, 'pending', ahead),
      job(2, 'pending', ahead),
    ])
    expect(await imports.reminderJobs({ lines })).toMatchObject({ skippedPast: 1, marked: 1, scheduled: 2 })
    expect(await imports.reminderJobs({ lines })).toMatchObject({ alreadyThere: 4, imported: 0 })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ entity }) => entity.id).sort()).toEqual([meeting(1), meeting(2)])
  })

  it('takes one organization of several, where it is named', async () => {
    const { test, imports, tables } = await begin()
    const source = await fill(tables, [
      job(1, 'pending', ahead, { organization_id: organization(1) }),
      job(2, 'pending', ahead, { organization_id: organization(2) }),
    ])
    const report = await imports.reminderJobs(source, { organization: organization(1) })
    expect(report).toMatchObject({ scheduled: 1, otherOrganizations: 1 })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual([meeting(1)])
  })

  it('refuses a status that it does not know, and takes texts where columns are named for them', async () => {
    const { test, imports } = await begin()
    const rows = [job(1, 'processing', ahead), job(2, 'PENDING', ahead, { title: 'Budget review' })]
    const report = await imports.reminderJobs({ lines: linesOf(rows), columns: { title: 'title' } })
    expect(report.refused).toMatchObject([{ row: 1, code: 'invalid_input', field: '/status' }])
    await test.advance('P1D')
    expect(test.memory.sent.map(({ title }) => title)).toEqual(['Budget review'])
  })

  it('waits for the end of quiet hours like any reminder', async () => {
    const { test, imports } = await begin()
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    await imports.reminderJobs({ lines: linesOf([job(1, 'pending', ahead)]) })
    await test.advance('PT6H59M')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1M')
    expect(test.memory.sent).toHaveLength(1)
  })
})
