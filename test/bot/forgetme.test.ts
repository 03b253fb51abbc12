// Erasure: confirmed with a button, and thorough.

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: talking.url })
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** Tables of Belfry with a row in which the text stands, wherever in it. */
async function tablesWith(text: string): Promise<string[]> {
  return await withDatabase(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'belfry'::regnamespace and c.relkind in ('r', 'p')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const sql = `select 1 from belfry.${name} t where t::text ilike '%' || $1 || '%' limit 1`
      if ((await client.query(sql, [text])).rows.length > 0) found.push(name)
    }
    return found
  })
}

describe('/forgetme', () => {
  it('erases everything of theirs once it is confirmed, answers once, and nothing rings afterwards', async () => {
    const { ana, belfry } = talking
    await ana.says('/start')
    await ana.says('Zürich')
    const recipient = `telegram:${ana.id}`
    const remind = (id: string, more: object) =>
      belfry.reminders.schedule({ entity: { type: 'note', id: `${ana.id} ${id}` }, recipient, ...more } as never)
    await remind('rung', { in: 'PT1M', title: 'xyzzy has rung' })
    await talking.advance('PT2M')
    await remind('soon', { in: 'PT1H', title: 'xyzzy to come', body: 'plugh' })
    await remind('rule', {
      at: '2030-02-01T09:00:00',
      rule: { every: 'day' },
      title: 'xyzzy daily',
      data: { a: 'plugh' },
    })
    await ana.says('/timezone')
    await ana.says('nowhere called frotz')
    expect((await tablesWith('xyzzy')).sort()).toEqual(expect.arrayContaining(['deliveries', 'reminders']))
    expect(await tablesWith('frotz')).toContain('chat_state')

    await ana.says('/forgetme')
    expect(ana.last().text).toContain('with 2 reminders to come')
    await ana.taps('Keep it')
    expect(ana.last().text).toBe('Nothing was erased.')
    expect((await belfry.reminders.list({ recipient })).items).toHaveLength(2)

    await ana.says('/forgetme')
    const asked = ana.last()
    const before = ana.screen().length
    await ana.taps('Erase everything', { message: asked })
    expect(ana.last().text).toContain('I know nothing about you any more')
    expect(ana.screen()).toHaveLength(before)

    for (const text of ['xyzzy', 'plugh', 'frotz', 'Zurich']) expect(await tablesWith(text), text).toEqual([])
    expect(await belfry.recipients.get(recipient)).toBeNull()
    expect(await belfry.chats.person(String(ana.id))).toBeNull()
    await talking.advance('P40D')
    expect(ana.screen()).toHaveLength(before)
  })

  it('tapped twice, or a button of before it, brings nobody back', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Oslo')
    await ana.says('/settings')
    const settings = ana.last()
    await ana.says('/forgetme')
    const asked = ana.last()
    await ana.taps('Erase everything', { message: asked })
    await ana.forges(asked.data['Erase everything']!, { message: asked })
    await ana.taps('10:00', { message: settings })
    await ana.taps('🌙 22:00-07:00', { message: settings })
    expect(await belfry.recipients.get(`telegram:${ana.id}`)).toBeNull()
    expect(await belfry.chats.person(String(ana.id))).toBeNull()
    await ana.says('/start')
    expect(ana.screen().at(-1)!.text).toContain('Where are you?')
  })

  it('also in the middle of a talk', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Oslo')
    await ana.says('/forgetme')
    const asked = ana.last()
    await ana.says('/timezone')
    await ana.taps('Erase everything', { message: asked })
    expect(await belfry.chats.person(String(ana.id))).toBeNull()
    expect(await tablesWith(`,${ana.id},`)).not.toContain('chat_people')
  })

  it('in a group is about oneself only: what was made there stays, and nobody answers for another', async () => {
    const { ana, belfry } = talking
    const bo = talking.person('Bo')
    const group = talking.group('Kitchen')
    await ana.says('/timezone Oslo')
    await ana.says('/start', { in: group })
    const of = `telegram:${group.id}`
    const entity = { type: 'note', id: `group ${group.id}` }
    await belfry.reminders.schedule({ entity, recipient: of, in: 'P1D', title: 'bins', data: { by: String(ana.id) } })
    await ana.says('/forgetme', { in: group })
    const asked = ana.last(group)
    expect(await bo.taps('Erase everything', { message: asked, in: group })).toMatchObject({
      text: 'That button is for somebody else.',
    })
    expect(await belfry.recipients.get(`telegram:${ana.id}`)).not.toBeNull()
    await ana.taps('Erase everything', { message: asked, in: group })
    expect(await belfry.recipients.get(`telegram:${ana.id}`)).toBeNull()
    expect((await belfry.reminders.list({ recipient: of })).items.map(({ title }) => title)).toEqual(['bins'])
  })

  it('is in Korean too', async () => {
    const minji = talking.person('민지', 'ko')
    await minji.says('/start')
    await minji.says('/forgetme')
    expect(minji.last().text).toContain('모든 정보를 지울까요?')
    await minji.taps('모두 지우기')
    expect(minji.last().text).toContain('모두 지웠어요')
  })
})

describe('/privacy', () => {
  it('says what is kept, for how long, and how to get and erase it, in both languages', async () => {
    const { ana } = talking
    const minji = talking.person('민지', 'ko')
    await ana.says('/privacy')
    for (const word of ['time zone', '90 days', '/export', '/forgetme']) expect(ana.last().text).toContain(word)
    await minji.says('/privacy')
    for (const word of ['시간대', '90일', '/export', '/forgetme']) expect(minji.last().text).toContain(word)
  })
})
