import { describe, expect, it } from 'vitest'
import { reminder, useDatabase } from './running.ts'

const { start, open, client } = useDatabase()

async function everyPage<T>(read: (cursor?: string) => Promise<{ items: readonly T[]; nextCursor: string | null }>) {
  const all: T[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor)
    all.push(...items)
    if (nextCursor === null) return all
    cursor = nextCursor
  }
}
const at = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
const names = (items: readonly { entity: { id: string } }[]) => items.map(({ entity }) => entity.id).join('')

describe('reminders.list and upcoming', () => {
  it('of everybody, of a recipient, of an entity; what waits comes last', async () => {
    const test = await start()
    const { belfry } = test
    await belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })
    await belfry.reminders.schedule(reminder('p', { in: 'PT1S', repeat: { afterCompletion: 'P1D' } }))
    await test.advance('PT1S')
    await belfry.reminders.schedule(reminder('c', { in: 'PT3M' }))
    await belfry.reminders.schedule(reminder('a', { in: 'PT1M' }))
    await belfry.reminders.schedule(reminder('b', { in: 'PT2M', recipient: 'bo' }))
    await belfry.reminders.schedule(reminder('b', { in: 'PT4M', recipient: 'ana' }))
    for (const limit of [1, 2, 200]) {
      const list = (options: object) =>
        everyPage((cursor) => belfry.reminders.list({ ...options, limit, ...at(cursor) })).then(names)
      const upcoming = (options: object) =>
        everyPage((cursor) => belfry.reminders.upcoming({ ...options, limit, ...at(cursor) })).then(names)
      expect(await list({})).toBe('abcbp')
      expect(await list({ recipient: 'ana' })).toBe('acbp')
      expect(await list({ entity: { type: 'note', id: 'b' } })).toBe('bb')
      expect(await list({ entity: { type: 'note', id: 'b' }, recipient: 'bo' })).toBe('b')
      expect(await list({ entity: { type: 'note', id: 'p' } })).toBe('p')
      expect(await upcoming({})).toBe('abcb')
      expect(await upcoming({ recipient: 'bo' })).toBe('b')
      expect(await upcoming({ entity: { type: 'note', id: 'p' } })).toBe('')
      const from = new Date('2030-01-01T00:02:00Z')
      expect(await upcoming({ from })).toBe('bcb')
      expect(await upcoming({ from, to: new Date('2030-01-01T00:03:00Z') })).toBe('b')
    }
    const [first] = (await belfry.reminders.upcoming({ recipient: 'bo' })).items
    expect(first).toMatchObject({ recipientTimezone: 'Asia/Seoul', version: 1 })
    expect(await (await open({ tenant: 'other' })).reminders.list()).toEqual({ items: [], nextCursor: null })
  })

  it('neither skips nor repeats while others write, also where many are due at once', async () => {
    const { belfry } = await start()
    const when = new Date('2039-01-01T00:00:00.148Z')
    const inputs = Array.from({ length: 25 }, (_, i) => ({ ...reminder(`old${i}`), in: undefined as never, at: when }))
    await belfry.reminders.scheduleMany(inputs)
    let written = 0
    const all = await everyPage(async (cursor) => {
      written += 1
      await belfry.reminders.schedule({ ...reminder(`new${written}`), in: undefined as never, at: when })
      return await belfry.reminders.upcoming({ limit: 4, ...at(cursor) })
    })
    const ids = all.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(all.filter(({ entity }) => entity.id.startsWith('old'))).toHaveLength(25)
    // Seconds of the year 2039, as a double, times a thousand: not every millisecond is a whole number then.
    expect(all.every(({ dueAt }) => dueAt?.getTime() === when.getTime())).toBe(true)
  })
})

describe('audit.list', () => {
  it('answers the newest first, by each of its filters', async () => {
    const { belfry } = await start({ actor: 'ops' })
    await belfry.entities.put({
      type: 'meeting',
      id: 'm',
      at: '2030-01-05T10:00',
      recipients: ['ana'],
      plan: ['-PT1H'],
    })
    await belfry.clock.set(new Date('2030-01-01T00:10:00Z'))
    const { id } = await belfry.reminders.schedule(reminder('a'))
    await belfry.reminders.schedule(reminder('a', { in: 'PT2M' }))
    await belfry.clock.set(new Date('2030-01-01T00:10:30Z'))
    await belfry.reminders.cancel(id)
    const actions = async (options: object) =>
      (await everyPage((cursor) => belfry.audit.list({ ...options, limit: 1, ...at(cursor) }))).map(
        ({ action }) => action,
      )
    expect(await actions({})).toEqual(['cancelled', 'moved', 'entity_created'])
    expect(await actions({ reminder: id })).toEqual(['cancelled', 'moved'])
    expect(await actions({ recipient: 'ana' })).toEqual(['moved'])
    expect(await actions({ entity: { type: 'meeting', id: 'm' } })).toEqual(['entity_created'])
    expect(await actions({ action: 'moved' })).toEqual(['moved'])
    expect(await actions({ actor: 'somebody' })).toEqual([])
    expect(await actions({ from: new Date('2030-01-01T00:10:00Z'), to: new Date('2030-01-01T00:10:30Z') })).toEqual([
      'moved',
    ])
    const [newest] = (await belfry.audit.list()).items
    expect(newest).toMatchObject({ actor: 'ops', reminderId: id, at: new Date('2030-01-01T00:10:30Z') })
    expect((await (await open({ tenant: 'other' })).audit.list()).items).toEqual([])
    await expect(belfry.audit.list({ cursor: 'x' })).rejects.toMatchObject({ field: '/cursor' })
    await expect(belfry.audit.list({ reminder: 'x' })).rejects.toMatchObject({ field: '/reminder' })
  })

  it('is only ever added to, and erasure still takes away what an entry says', async () => {
    const { belfry } = await start()
    const sql = await client()
    await belfry.reminders.schedule(reminder('a'))
    await belfry.reminders.schedule(reminder('a', { in: 'PT2M' }))
    const refused = { code: '23001' }
    await expect(sql.query(`update belfry.audit set actor = 'nobody'`)).rejects.toMatchObject(refused)
    await expect(sql.query(`update belfry.audit set data = '{"a": 1}'`)).rejects.toMatchObject(refused)
    await expect(sql.query(`update belfry.audit set data = '{}', action = 'x'`)).rejects.toMatchObject(refused)
    await expect(sql.query('delete from belfry.audit')).rejects.toMatchObject(refused)
    await belfry.recipients.delete('ana')
    const items = (await belfry.audit.list({ recipient: 'ana' })).items
    expect(items.map(({ action, data }) => [action, data])).toEqual([
      ['erased', {}],
      ['moved', {}],
    ])
  })
})
