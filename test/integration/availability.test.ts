// When people are there: blocks, and what is free and busy.

import { describe, expect, it } from 'vitest'
import type { Belfry } from '../../src/index.ts'
import { limits } from '../../src/limits.ts'
import { book, busy } from './booked.ts'
import { useDatabase } from './running.ts'

const { start, client } = useDatabase()

const hours = { recipient: 'ana', dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: { code?: string; field?: string }) => thrown,
  )
  return error ? `${error.code} ${error.field}` : 'accepted'
}

/** As `9–17 meeting`, in UTC, of one day. */
const written = ({ start: from, end, kind = '' }: { start: Date; end: Date; kind?: string }) =>
  `${from.toISOString().slice(5, 16)}/${end.toISOString().slice(5, 16)} ${kind}`.trim()

describe('blocks', () => {
  it('are put, read, listed and deleted', async () => {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
    const put = await belfry.availability.put({ ...hours, id: 'monday' })
    expect(put).toMatchObject({
      ...{ id: 'monday', ...hours, kind: 'weekly', date: null, timezone: 'Europe/Paris' },
      ...{ validFrom: null, validUntil: null, version: 1, createdAt: new Date('2030-01-01T00:00:00Z') },
    })
    expect(await belfry.availability.get({ recipient: 'ana', id: 'monday' })).toEqual(put)
    const off = await belfry.availability.put({ recipient: 'ana', kind: 'off', date: '2030-12-24' })
    expect(off).toMatchObject({ kind: 'off', date: '2030-12-24', startTime: '00:00', endTime: '24:00' })
    const night = await belfry.availability.put({ ...hours, dayOfWeek: 0, startTime: '22:00', endTime: '06:00' })
    expect((await belfry.availability.list({ recipient: 'ana' })).map(({ id }) => id)).toEqual([
      ...[night.id, 'monday', off.id],
    ])
    expect(await belfry.availability.delete({ recipient: 'ana', id: 'monday' })).toEqual({ deleted: true })
    expect(await belfry.availability.delete({ recipient: 'ana', id: 'monday' })).toEqual({ deleted: false })
    expect(await belfry.availability.get({ recipient: 'ana', id: 'monday' })).toBeNull()
    expect(await belfry.availability.list({ recipient: 'nobody' })).toEqual([])
  })

  it('keep what is left out, and their version where nothing changed', async () => {
    const { belfry } = await start()
    await belfry.availability.put({ ...hours, id: 'one', timezone: 'Asia/Seoul', validFrom: '2030-02-01' })
    const changed = await belfry.availability.put({ recipient: 'ana', id: 'one', endTime: '24:00' })
    expect(changed).toMatchObject({ ...hours, endTime: '24:00', timezone: 'Asia/Seoul', validFrom: '2030-02-01' })
    expect(changed.version).toBe(2)
    expect((await belfry.availability.put({ recipient: 'ana', id: 'one', dayOfWeek: 1 })).version).toBe(2)
    const open = await belfry.availability.put({ recipient: 'ana', id: 'one', validFrom: null, version: 2 })
    expect(open).toMatchObject({ validFrom: null, version: 3 })
    const stale = belfry.availability.put({ recipient: 'ana', id: 'one', dayOfWeek: 2, version: 2 })
    expect(await refusal(stale)).toBe('version_conflict /version')
    // Of another kind it begins anew, but for its zone.
    const off = await belfry.availability.put({ recipient: 'ana', id: 'one', kind: 'off', date: '2030-05-01' })
    expect(off).toMatchObject({ dayOfWeek: null, startTime: '00:00', endTime: '24:00', timezone: 'Asia/Seoul' })
  })

  it('is refused where a field is wrong, and says which', async () => {
    const { belfry } = await start()
    const cases: [object, string][] = [
      [{ recipient: 'nobody' }, 'unknown_recipient /recipient'],
      [{ recipient: undefined }, 'missing_field /recipient'],
      [{ dayOfWeek: 7 }, 'invalid_input /dayOfWeek'],
      [{ dayOfWeek: undefined }, 'missing_field /dayOfWeek'],
      [{ date: '2030-01-01' }, 'invalid_input /date'],
      [{ startTime: '24:00' }, 'invalid_input /startTime'],
      [{ startTime: '09:00:30' }, 'invalid_input /startTime'],
      [{ endTime: '09:00' }, 'invalid_input /endTime'],
      [{ startTime: '9:00' }, 'invalid_input /startTime'],
      [{ startTime: undefined }, 'missing_field /startTime'],
      [{ endTime: '24:01' }, 'invalid_input /endTime'],
      [{ endTime: '25:00' }, 'invalid_input /endTime'],
      [{ kind: 'monthly' }, 'invalid_input /kind'],
      [{ timezone: 'Mars/Olympus' }, 'unknown_timezone /timezone'],
      [{ validFrom: '2030-02-30' }, 'impossible_date /validFrom'],
      [{ validFrom: '2030-02-02', validUntil: '2030-02-01' }, 'invalid_input /validUntil'],
      [{ kind: 'extra', date: '2030-02-02' }, 'invalid_input /dayOfWeek'],
      [{ kind: 'extra', dayOfWeek: undefined }, 'missing_field /date'],
      [{ kind: 'off', dayOfWeek: undefined, date: '2030-02-02', endTime: undefined }, 'missing_field /endTime'],
      [{ kind: 'off', dayOfWeek: undefined, date: 'tomorrow' }, 'invalid_input /date'],
      [{ starttime: '09:00' }, 'unknown_field /starttime'],
      [{ version: 1 }, 'version_conflict /version'],
    ]
    for (const [more, code] of cases)
      expect([more, await refusal(belfry.availability.put({ ...hours, ...more } as never))]).toEqual([more, code])
    expect(await belfry.availability.list({ recipient: 'ana' })).toEqual([])
  })

  it('are so many of one person, and gone with them', async () => {
    const { belfry } = await start()
    const sql = await client()
    await sql.query(
      `insert into belfry.availability_blocks (tenant, recipient, id, kind, day_of_week, start_time, end_time, timezone, created_at, updated_at)
       select 'default', 'ana', n::text, 'weekly', 1, '09:00', '10:00', 'UTC', belfry.now(), belfry.now()
       from generate_series(1, $1::integer) n`,
      [limits.availabilityBlocksMax],
    )
    expect(await refusal(belfry.availability.put(hours))).toBe('too_many /recipient')
    expect(await refusal(belfry.availability.put({ ...hours, id: '1' }))).toBe('accepted')
    await belfry.recipients.put({ id: 'bo' })
    await belfry.availability.put({ ...hours, recipient: 'bo' })
    await belfry.recipients.delete('ana')
    const { rows } = await sql.query<{ recipient: string }>('select recipient from belfry.availability_blocks')
    expect(rows).toEqual([{ recipient: 'bo' }])
  })
})

describe('free and busy', () => {
  // 2030-01-07 is a Monday.
  const day = { recipient: 'ana', from: '2030-01-07T00:00:00Z', to: '2030-01-08T00:00:00Z' }
  const read = async (belfry: Belfry, query = day) => {
    const answer = await belfry.availability.freeBusy(query)
    return { busy: answer.busy.map(written), free: answer.free.map(written) }
  }

  it('is merged and sorted, cut at the window, and says nothing of what it is', async () => {
    const { belfry } = await start()
    const sql = await client()
    await belfry.recipients.put({ id: 'bo' })
    expect(await read(belfry)).toEqual({ busy: [], free: ['01-07T00:00/01-08T00:00'] })
    await belfry.availability.put({ ...hours, timezone: 'UTC' })
    await belfry.availability.put({
      recipient: 'ana',
      kind: 'off',
      date: '2030-01-07',
      startTime: '16:00',
      endTime: '20:00',
    })
    await book(sql, { id: 'a', people: ['ana', 'bo'], from: '2030-01-07T10:00Z', to: '2030-01-07T11:00Z' })
    await book(sql, { id: 'b', people: ['ana'], from: '2030-01-07T11:00Z', to: '2030-01-07T12:00Z' })
    await busy(sql, { person: 'ana', from: '2030-01-07T11:30Z', to: '2030-01-07T13:00Z' })
    await busy(sql, { person: 'ana', from: '2030-01-07T23:00Z', to: '2030-01-09T13:00Z' })
    // A copy of one of ours is ours, and counts as such.
    await busy(sql, { person: 'ana', from: '2030-01-07T14:00Z', to: '2030-01-07T15:00Z', meeting: 'a' })
    expect(await read(belfry)).toEqual({
      busy: [
        ...['01-07T10:00/01-07T12:00 meeting', '01-07T11:30/01-07T13:00 busy', '01-07T16:00/01-07T20:00 off'],
        '01-07T23:00/01-08T00:00 busy',
      ],
      free: ['01-07T09:00/01-07T10:00', '01-07T13:00/01-07T16:00'],
    })
    expect((await read(belfry, { ...day, recipient: 'bo' })).busy).toEqual(['01-07T10:00/01-07T11:00 meeting'])
  })

  it('reads local times in the zone of the person, and is bounded', async () => {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    const local = await belfry.availability.freeBusy({ ...day, from: '2030-01-07T00:00', to: '2030-01-08T00:00' })
    expect(local).toMatchObject({ timezone: 'Asia/Seoul', from: new Date('2030-01-06T15:00Z') })
    const ask = (more: object) => refusal(belfry.availability.freeBusy({ ...day, ...more }))
    expect(await ask({ to: '2031-02-11T00:00:00Z' })).toBe('accepted')
    expect(await ask({ to: '2031-02-11T00:00:01Z' })).toBe('invalid_input /to')
    expect(await ask({ to: day.from })).toBe('invalid_input /to')
    expect(await ask({ to: undefined })).toBe('missing_field /to')
    expect(await ask({ from: 'soon' })).toBe('invalid_input /from')
    expect(await ask({ recipient: 'nobody' })).toBe('unknown_recipient /recipient')
  })
})
