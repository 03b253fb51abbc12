// Lists of meetings: every one of them once, whatever is asked for; and what is not asked for costs next to nothing.

import { describe, expect, it } from 'vitest'
import type { Belfry, MeetingQuery } from '../../src/index.ts'
import { indexPlans } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { useDatabase } from './running.ts'

const { start, client } = useDatabase()

const proposal = (id: string, ...days: string[]) => ({
  ...{ id, requester: 'ana', participants: ['bo'], title: 'Budget review', timezone: 'UTC' },
  slots: days.map((day) => ({ start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` })),
})

async function startMeetings() {
  const test = await start()
  for (const id of ['bo', 'cy']) await test.belfry.recipients.put({ id })
  return test
}

/** The ids of all pages, and how many pages there were. */
async function all({ meetings }: Belfry, query: MeetingQuery): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  for (let [pages, cursor] = [1, undefined as string | undefined]; ; pages++) {
    const page = await meetings.list({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    if (page.nextCursor === null) return { ids, pages }
    cursor = page.nextCursor
  }
}

it.each(['1~%', '1~%00', 'infinity~x', '999999999999999999~x', '1~', '1~a~b', `1~${'x'.repeat(300)}`])(
  'a cursor %j that no page has given is refused',
  async (cursor) => {
    const { belfry } = await startMeetings()
    for (const more of [{}, { participant: 'bo' }])
      await expect(belfry.meetings.list({ cursor, ...more })).rejects.toMatchObject({
        code: 'invalid_input',
        field: '/cursor',
      })
  },
)

it('pages go on to the end of time, past ids of any letters', async () => {
  const { belfry } = await startMeetings()
  const ids = ['a~b', 'a~c', '50%', 'é/ü', 'last']
  for (const [i, id] of ids.entries()) await belfry.meetings.request(proposal(id, `${2030 + 1992 * i}-06-15`))
  for (const more of [{}, { participant: 'bo' }, { participant: 'bo', viewer: 'ana' }])
    expect(await all(belfry, { limit: 1, ...more })).toEqual({ ids, pages: 5 })
})

it('what ends after a moment is found however long before it began', async () => {
  const { belfry } = await startMeetings()
  await belfry.meetings.request(proposal('over', '2030-02-01'))
  await belfry.meetings.request(proposal('proposals over years', '2030-02-02', '2035-02-02'))
  await belfry.meetings.request(proposal('agreed on the first', '2030-02-03', '2035-02-03'))
  await belfry.meetings.accept('agreed on the first', { participant: 'bo', slot: { start: '2030-02-03T10:00:00Z' } })
  await belfry.meetings.request(proposal('of years, too', '2030-02-04', '2034-02-02'))
  await belfry.meetings.request({
    ...proposal('a month'),
    slots: [{ start: '2030-12-05T00:00:00Z', end: '2031-01-05T00:00:00Z' }],
  })
  await belfry.meetings.request(proposal('later', '2031-06-01'))
  for (const more of [{}, { participant: 'bo' }, { limit: 1 }, { viewer: 'bo', limit: 1 }]) {
    const { ids } = await all(belfry, { from: '2031-01-01T00:00:00Z', ...more })
    expect(ids).toEqual(['proposals over years', 'of years, too', 'a month', 'later'])
    const { ids: some } = await all(belfry, { from: '2031-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z', ...more })
    expect(some).toEqual(['proposals over years', 'of years, too', 'a month'])
  }
})

describe('of 12,000 meetings of one person', () => {
  /** One an hour; the last ten are pending, and cy is in two of them. */
  const fill = `
    with made as (
      insert into belfry.meetings (tenant, id, status, requester, title, timezone, slots, accepted, starts_at, ends_at, plan, root, tz_version,
        created_at, updated_at)
      select 'default', 'm' || lpad(n::text, 6, '0'), case when n > 11990 then 'pending' else 'cancelled' end, 'ana', 'x', 'UTC',
        '[{"start":"2031-01-01T00:00","end":"2031-01-01T00:30","startMs":0,"endMs":1}]', null,
        timestamptz '2031-01-01T00:00Z' + n * interval '1 hour', timestamptz '2031-01-01T00:30Z' + n * interval '1 hour', '[]',
        'm' || lpad(n::text, 6, '0'), '2025b', now(), now()
      from generate_series(1, 12000) n
      returning id, starts_at
    )
    insert into belfry.meeting_participants (tenant, meeting, recipient, position, starts_at)
    select 'default', m.id, u.who, u.n, m.starts_at
    from made m cross join unnest(array['ana', 'bo', 'cy']) with ordinality as u(who, n)
    where u.who <> 'cy' or m.id in ('m000001', 'm012000')`

  it('a page reads what it answers, wherever it begins', async () => {
    await startMeetings()
    const sql = await client()
    await sql.query(fill)
    await sql.query('vacuum analyze belfry.meetings, belfry.meeting_participants')
    for (const setting of indexPlans.split(' ')) await sql.query(`set ${setting.replace('=', ' = ')}`)
    const types = 'text, text, timestamptz, timestamptz, timestamptz, text, timestamptz, text, integer, integer'
    await sql.query(`prepare everybodys (${types}) as ${statementText('meeting-ids')}`)
    await sql.query(`prepare anas (${types}, text, text) as ${statementText('meeting-ids-of-person')}`)
    const read = async (values: string) => {
      const buffers: number[] = []
      for (const call of [`everybodys (${values})`, `anas (${values}, 'ana', null)`]) {
        const { rows } = await sql.query(`explain (analyze, buffers, format json) execute ${call}`)
        const plan = rows[0]['QUERY PLAN'][0].Plan
        buffers.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
      }
      return Math.max(...buffers)
    }
    const first = `'-infinity', ''`
    const late = `'2032-05-01T00:00:00.000Z', 'm011640'`
    const bounds = `'-infinity', 'infinity'`
    // Each row that is looked at is a look-up of three or four buffers.
    expect(await read(`'default', null, ${bounds}, ${first}, ${first}, 51, 51`)).toBeLessThan(300)
    expect(await read(`'default', null, ${bounds}, ${late}, ${late}, 51, 51`)).toBeLessThan(300)
    // Everything of the 32 days before it is looked at.
    const from = `'2032-05-01', 'infinity', ${first}, '2032-03-30', ''`
    expect(await read(`'default', null, ${from}, 5000, 51`)).toBeLessThan(4_000)
    // What is found at once is not looked at further.
    expect(await read(`'default', 'cancelled', ${bounds}, ${first}, ${first}, 5000, 51`)).toBeLessThan(400)
    // 5,000 of 12,000.
    expect(await read(`'default', 'pending', ${bounds}, ${first}, ${first}, 5000, 51`)).toBeLessThan(21_000)
  })

  it('those of one status, or with somebody else, are all found, in pages that may be short', async () => {
    const { belfry } = await startMeetings()
    const sql = await client()
    await sql.query(fill)
    for (const more of [{}, { participant: 'ana' }]) {
      const { ids, pages } = await all(belfry, { status: 'pending', limit: 4, ...more })
      expect(ids).toEqual(Array.from({ length: 10 }, (_, i) => `m0${11991 + i}`))
      expect(pages).toBe(5)
    }
    expect((await all(belfry, { participant: 'ana', viewer: 'cy' })).ids).toEqual(['m000001', 'm012000'])
  })
})
