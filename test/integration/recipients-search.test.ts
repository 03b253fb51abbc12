// People are found by the beginning of what they are called, and a page costs the same however many there are.

import { describe, expect, it } from 'vitest'
import type { Belfry, BelfryOptions, ListRecipientsOptions } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { openPlanner } from './buffers.ts'
import { useDatabase } from './running.ts'

const { url, open, client, atEnd } = useDatabase()

async function found(belfry: Belfry, search: string, options: ListRecipientsOptions = {}): Promise<string[]> {
  return (await belfry.recipients.list({ search, ...options })).items.map(({ id }) => id)
}

/** Page by page. */
async function everybody(belfry: Belfry, options: ListRecipientsOptions): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const page = await belfry.recipients.list({ ...options, ...(cursor ? { cursor } : {}) })
    pages.push(page.items.map(({ id }) => id))
    if (page.nextCursor === null) return pages
    cursor = page.nextCursor
  }
}

const people = [
  ['u1', 'Ana Kim'],
  ['u2', 'Kim Anders'],
  ['u3', 'ÉMILE Žižek'],
  ['u4', '김민수'],
  ['u5', '김 서연'],
  ['u6', '100% Sure'],
  ['u7', 'a_b'],
  ['u8', 'back\\slash'],
  ['u9', '남궁민수'.normalize('NFD')],
  ['Anabel', null],
  ['kim', 'Somebody Else'],
  ['KIM-2', 'Kim'],
  ['~odd~ id', '1~2'],
] as const

/** Without the one who is there in every test. */
async function withNobody(options: BelfryOptions = {}): Promise<Belfry> {
  const belfry = await open(options)
  await belfry.recipients.delete('ana')
  return belfry
}

async function withPeople(): Promise<Belfry> {
  const belfry = await withNobody()
  for (const [id, name] of people) await belfry.recipients.put({ id, name })
  return belfry
}

describe('recipients.list with a search', () => {
  it('finds by the beginning of the name, of its last word, and of the id, in this order', async () => {
    const belfry = await withPeople()
    expect(await found(belfry, 'an')).toEqual(['u1', 'u2', 'Anabel'])
    expect(await found(belfry, 'ana k')).toEqual(['u1'])
    // Who has this very id comes first, and nobody comes twice.
    expect(await found(belfry, 'kim')).toEqual(['kim', 'KIM-2', 'u2', 'u1'])
    expect(await found(belfry, ' KIM ')).toEqual(['KIM-2', 'u2', 'u1', 'kim'])
    expect(await found(belfry, 'nobody')).toEqual([])
    expect(await found(belfry, 'na')).toEqual([])
  })

  it('knows capitals beyond ASCII, and Korean names, composed or not', async () => {
    const belfry = await withPeople()
    expect(await found(belfry, 'émi')).toEqual(['u3'])
    expect(await found(belfry, 'E\u0301MI')).toEqual(['u3'])
    expect(await found(belfry, 'ŽI')).toEqual(['u3'])
    expect(await found(belfry, '김')).toEqual(['u5', 'u4'])
    expect(await found(belfry, '김'.normalize('NFD'))).toEqual(['u5', 'u4'])
    // Without the family name.
    expect(await found(belfry, '민')).toEqual(['u4'])
    expect(await found(belfry, '서')).toEqual(['u5'])
    expect(await found(belfry, '남궁')).toEqual(['u9'])
  })

  it('takes what a pattern would make something of for the letters they are', async () => {
    const belfry = await withPeople()
    expect(await found(belfry, '100%')).toEqual(['u6'])
    expect(await found(belfry, '%')).toEqual([])
    expect(await found(belfry, 'a_')).toEqual(['u7'])
    expect(await found(belfry, '_')).toEqual([])
    expect(await found(belfry, 'back\\')).toEqual(['u8'])
    expect(await found(belfry, '\\')).toEqual([])
    expect(await found(belfry, '~')).toEqual(['~odd~ id'])
    expect(await found(belfry, `'"`)).toEqual([])
  })

  it('follows a change of the name, and forgets whoever is erased', async () => {
    const belfry = await withPeople()
    await belfry.recipients.put({ id: 'u1', name: 'Zoe Martin' })
    expect(await found(belfry, 'ana')).toEqual(['Anabel'])
    expect(await found(belfry, 'mart')).toEqual(['u1'])
    await belfry.recipients.put({ id: 'u1', name: null })
    expect(await found(belfry, 'mart')).toEqual([])
    await belfry.recipients.delete('Anabel')
    expect(await found(belfry, 'ana')).toEqual([])
  })

  it('goes page by page through all parts, without leaving anybody out or telling them twice', async () => {
    const belfry = await withNobody()
    // A third by name, a third by last word, a third by id; some by several of them.
    const names = ['Ana', 'Bo Ana', 'Bo', 'ana ana', null]
    const ids = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? `ana~${i}` : `x${i}`))
    for (const [i, id] of ids.entries()) await belfry.recipients.put({ id, name: names[i % 5] ?? null })
    const wanted = ids.filter((id, i) => id.startsWith('ana') || [0, 1, 3].includes(i % 5))
    const whole = await found(belfry, 'ana', { limit: 200 })
    expect([...whole].sort()).toEqual([...wanted].sort())
    for (const limit of [1, 2, 7]) {
      const pages = await everybody(belfry, { search: 'ana', limit })
      expect(pages.flat()).toEqual(whole)
      expect(pages.every((page) => page.length <= limit)).toBe(true)
    }
  })

  it('keeps to the tenant, and to those with a suspended address where asked for', async () => {
    const belfry = await withPeople()
    const other = await withNobody({ tenant: 'other' })
    await other.recipients.put({ id: 'x', name: 'Ana' })
    expect(await found(other, 'an')).toEqual(['x'])
    await belfry.recipients.put({ id: 'u2', addresses: { email: 'kim@example.com' } })
    await belfry.recipients.suspendAddress({ recipient: 'u2', channel: 'email', reason: 'bounced' })
    expect(await found(belfry, 'an', { suspended: true })).toEqual(['u2'])
    expect(await found(belfry, 'u', { suspended: true })).toEqual(['u2'])
    expect(await found(belfry, 'u1', { suspended: true })).toEqual([])
  })

  it('refuses what is no text, and a cursor that is none', async () => {
    const belfry = await open()
    await expect(found(belfry, 'x'.repeat(201))).rejects.toMatchObject({ code: 'text_too_long', field: '/search' })
    await expect(found(belfry, 'a\0')).rejects.toMatchObject({ code: 'invalid_input', field: '/search' })
    await expect(found(belfry, 'x'.repeat(200))).resolves.toEqual([])
    for (const cursor of ['ana', '', '9', '13~abc', '11~a', '499~abcd', '\u{1F600}', '11~\u{1F600}a'])
      await expect(found(belfry, 'a', { cursor })).rejects.toMatchObject({ code: 'invalid_input', field: '/cursor' })
    // Everybody's name begins with nothing.
    expect(await found(belfry, '  ')).toEqual(['ana'])
  })
})

describe('what a search costs', () => {
  const fill = `
    insert into belfry.recipients (tenant, id, name, created_at, updated_at)
    select 'default', 'ana-' || g, 'Ana ' || case g % 3 when 0 then 'Kim' when 1 then 'Park' else 'Andersen' end || g, now(), now()
    from generate_series(1, 20000) g`

  it.each([
    ['a letter that all of them begin with', `'a'`, ['null', 'null', 'null']],
    ['a last word', `'kim1'`, ['null', 'null', 'null']],
    ['nobody', `'zzz'`, ['null', 'null', 'null']],
    ['a page in the middle', `'a'`, ['1', `'ana kim3'`, `'ana-3'`]],
  ])('is a few pages among 20,000, under row-level security: %s', async (_, text, cursor) => {
    const belfry = await open({ roles: true })
    expect(belfry.hasRoles).toBe(true)
    const sql = await openPlanner(url())
    atEnd(() => sql.end())
    await sql.query(fill)
    await sql.query('analyze belfry.recipients')
    await sql.query(`set role belfry_app; select set_config('belfry.tenant', 'default', false)`)
    await sql.query(`prepare found as ${statementText('recipients-found')}`)
    const values = [`'default'`, text, `U&'\\+10FFFF'`, ...cursor, 'false', '1000', '9'].join()
    const { rows } = await sql.query(`explain (analyze, buffers, format json) execute found (${values})`)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(120)
  })

  it('has an end where everybody had been found by name before, and says how far it was', async () => {
    const belfry = await open()
    const sql = await client()
    await sql.query(fill)
    // The last of the names: what is left is ids, of people who have all been told.
    const cursor = '113~ana park99999x'
    const first = await belfry.recipients.list({ search: 'ana', cursor })
    expect(first.items).toEqual([])
    expect(first.nextCursor).toMatch(/^3/)
    const second = await belfry.recipients.list({ search: 'ana', cursor: first.nextCursor! })
    expect(second.nextCursor).not.toBe(first.nextCursor)
  })
})
