// Entities in the order of what was changed last, and what the audit trail calls them.

import { describe, expect, it } from 'vitest'
import type { ListAuditOptions, ListEntitiesOptions } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { openPlanner } from './buffers.ts'
import { reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

const fill = (count: number, status: string) => `
  insert into belfry.entities (tenant, type, id, status, anchors, created_at, updated_at)
  select 'default', 'task', '${status}~' || g, '${status}', '{}', now(), timestamptz '2030-01-01' + g * interval '1 s'
  from generate_series(1, ${count}) g`

describe('entities.list in the order of changes', () => {
  it('tells what was changed last first, page by page, with a status or without', async () => {
    const test = await start()
    const { belfry } = test
    for (const id of ['c', 'a~1', 'b', 'd']) {
      await belfry.entities.put({ type: 'task', id, title: id, recipients: ['ana'] })
      await test.advance('PT1S')
    }
    await belfry.entities.put({ type: 'note', id: 'other' })
    await belfry.entities.complete({ type: 'task', id: 'b' })
    await test.advance('PT1S')
    await belfry.entities.put({ type: 'task', id: 'c', title: 'changed' })
    const ids = async (options: Partial<ListEntitiesOptions>) => {
      const found: string[] = []
      for (let cursor: string | undefined; ; ) {
        const asked = { type: 'task', order: 'changed' as const, ...options }
        const page = await belfry.entities.list({ ...asked, ...(cursor ? { cursor } : {}) })
        found.push(...page.items.map(({ id }) => id))
        if (page.nextCursor === null) return found
        cursor = page.nextCursor
      }
    }
    for (const limit of [1, 2, 50]) {
      expect(await ids({ limit })).toEqual(['c', 'b', 'd', 'a~1'])
      expect(await ids({ limit, status: 'active' })).toEqual(['c', 'd', 'a~1'])
      expect(await ids({ limit, status: 'cancelled' })).toEqual([])
      expect(await ids({ limit, order: 'id' })).toEqual(['a~1', 'b', 'c', 'd'])
    }
    const other = await open({ tenant: 'other' })
    expect((await other.entities.list({ type: 'task', order: 'changed' })).items).toEqual([])
  })

  it('refuses another order, and a cursor that is none', async () => {
    const belfry = await open()
    const list = (options: object) => belfry.entities.list({ type: 'task', order: 'changed', ...options })
    await expect(list({ order: 'title' })).rejects.toMatchObject({ code: 'invalid_input', field: '/order' })
    for (const cursor of ['x', '', '~a', '12', '12~', 'infinity~a', '1x~a'])
      await expect(list({ cursor })).rejects.toMatchObject({ code: 'invalid_input', field: '/cursor' })
  })

  it('costs a page, and where a status is rare it has an end and goes on', async () => {
    const belfry = await open({ roles: true })
    const sql = await openPlanner(url())
    atEnd(() => sql.end())
    await sql.query(fill(10_000, 'active'))
    await sql.query(fill(1, 'done'))
    await sql.query('analyze belfry.entities')
    const first = await belfry.entities.list({ type: 'task', order: 'changed', status: 'done' })
    expect(first.items).toEqual([])
    expect(first.nextCursor).not.toBeNull()
    await sql.query(`set role belfry_app; select set_config('belfry.tenant', 'default', false)`)
    await sql.query(`prepare changed as ${statementText('entities-changed')}`)
    for (const cursor of ['null, null', `'2030-01-01T01:00:00Z', 'active~3600'`]) {
      const { rows } = await sql.query(
        `explain (analyze, buffers, format json) execute changed ('default', 'task', null, ${cursor}, 51, 51)`,
      )
      const plan = rows[0]['QUERY PLAN'][0].Plan
      // Of each its own row twice, and a look for its recipients.
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(51 * 10)
    }
  })
})

describe('the audit trail', () => {
  it('says what a thing is called now: by itself, by its reminder, by what rang of it', async () => {
    const test = await start()
    const { belfry } = test
    await belfry.entities.put({ type: 'task', id: '1', title: 'Before', recipients: ['ana'] })
    await belfry.entities.put({ type: 'task', id: '1', title: 'Now' })
    const { id } = await belfry.reminders.schedule(reminder('x', { in: 'PT1M', title: 'Call mom' }))
    await belfry.reminders.snooze(id, { for: 'PT5M' })
    const titles = async (of: ListAuditOptions) => [
      ...new Set((await belfry.audit.list(of)).items.map(({ title }) => title)),
    ]
    expect(await titles({ entity: { type: 'task', id: '1' } })).toEqual(['Now'])
    expect(await titles({ reminder: id })).toEqual(['Call mom'])
    await test.advance('PT10M')
    expect(await belfry.reminders.list()).toMatchObject({ items: [] })
    expect(await titles({ reminder: id })).toEqual(['Call mom'])
    // Of a reminder of a plan nothing but the thing has a title.
    const at = new Date('2030-02-01T10:00:00Z')
    await belfry.entities.put({ type: 'task', id: '1', at, plan: ['-PT1H'] })
    const [planned] = (await belfry.reminders.list()).items
    await belfry.reminders.cancel(planned!.id)
    expect(await titles({ reminder: planned!.id })).toEqual(['Now'])
    const sql = await client()
    await sql.query(
      `insert into belfry.audit (at, tenant, actor, action, recipient) values (now(), 'default', 'a', 'b', 'ana')`,
    )
    const { items } = await belfry.audit.list({ action: 'b' })
    expect(items).toMatchObject([{ entity: null, title: null, recipient: 'ana' }])
  })
})
