// People who talk to a bot: what is remembered of them, and how long.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Belfry } from '../../src/index.ts'
import { gathered } from './backing-up.ts'
import { useDatabase } from './running.ts'
import { telegramMemory } from './telegram-memory.ts'

const running = useDatabase()
const tables = ['chat_people', 'chat_state', 'chat_links', 'chat_updates'] as const

/** How many rows there are in each, as the database itself says. */
async function counts(): Promise<Record<string, number>> {
  const sql = await running.client()
  const all = tables.map(async (table) => {
    const { rows } = await sql.query(`select count(*)::integer as count from belfry.${table}`)
    return [table, rows[0].count as number] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

let belfry: Belfry
beforeEach(async () => {
  belfry = await running.open({ channels: [telegramMemory()] })
})

describe('people', () => {
  it('are kept with what is left out, and their settings too', async () => {
    expect(await belfry.chats.person('7')).toBeNull()
    expect(await belfry.chats.putPerson({ user: '7' })).toEqual({ user: '7', recipient: null, settings: {} })
    await belfry.chats.putPerson({ user: '7', recipient: 'ana', settings: { language: 'ko', nag: 'PT10M' } })
    await belfry.chats.putPerson({ user: '7', settings: { nag: null, defaultHour: '08:30', hasZone: true } })
    expect(await belfry.chats.person('7')).toEqual({
      ...{ user: '7', recipient: 'ana' },
      settings: { language: 'ko', nag: null, defaultHour: '08:30', hasZone: true },
    })
  })

  it.each([
    [{ user: '7', recipient: 'nobody' }, 'unknown_recipient', '/recipient'],
    [{ user: 'seven' }, 'invalid_input', '/user'],
    [{ user: '7', settings: { language: 'fr' } }, 'invalid_input', '/settings/language'],
    [{ user: '7', settings: { defaultHour: '25:00' } }, 'invalid_input', '/settings/defaultHour'],
    [{ user: '7', settings: { nag: 'PT1S' } }, 'invalid_input', '/settings/nag'],
    [{ user: '7', settings: { nag: 'often' } }, 'invalid_duration', '/settings/nag'],
    [{ user: '7', settings: { zone: 'UTC' } }, 'unknown_field', '/settings/zone'],
  ])('%j is refused', async (input, code, field) => {
    await expect(belfry.chats.putPerson(input as never)).rejects.toMatchObject({ code, field })
  })

  it('have a state for each chat and name, which null forgets, and which goes with them', async () => {
    const here = { user: '7', chat: '7', name: 'list' }
    for (const user of ['7', '8']) await belfry.chats.putPerson({ user })
    expect(await belfry.chats.readState(here)).toBeNull()
    await belfry.chats.writeState(here, { ids: ['a'] })
    await belfry.chats.writeState({ ...here, chat: '-42' }, 'elsewhere')
    await belfry.chats.writeState({ ...here, user: '8' }, 'somebody else')
    await belfry.chats.writeState(here, { ids: ['b'] })
    expect(await belfry.chats.readState<{ ids: string[] }>(here)).toEqual({ ids: ['b'] })
    await belfry.chats.writeState(here, null)
    expect(await belfry.chats.readState(here)).toBeNull()
    await belfry.chats.forget('7')
    expect(await belfry.chats.readState({ ...here, chat: '-42' })).toBeNull()
    expect(await belfry.chats.person('7')).toBeNull()
    expect(await belfry.chats.readState({ ...here, user: '8' })).toBe('somebody else')
    await expect(belfry.chats.writeState(here, 'x'.repeat(300_000))).rejects.toMatchObject({ code: 'text_too_long' })
  })

  it('who are not there have no state, and do not come back by one', async () => {
    const here = { user: '7', chat: '7', name: 'talk' }
    await belfry.chats.putPerson({ user: '7' })
    await belfry.chats.forget('7')
    await belfry.chats.writeState(here, { data: null })
    expect(await belfry.chats.readState(here)).toBeNull()
    expect(await belfry.chats.person('7')).toBeNull()
  })

  it('have updates that are handled once by each bot', async () => {
    expect(await belfry.chats.wasHandled({ bot: '1', id: 5 })).toBe(false)
    await belfry.chats.markHandled({ bot: '1', id: 5 })
    await belfry.chats.markHandled({ bot: '1', id: 5 })
    expect(await belfry.chats.wasHandled({ bot: '1', id: 5 })).toBe(true)
    expect(await belfry.chats.wasHandled({ bot: '2', id: 5 })).toBe(false)
  })

  it('are nobody’s of another tenant', async () => {
    await belfry.chats.putPerson({ user: '7', recipient: 'ana' })
    await belfry.chats.writeState({ user: '7', chat: '7', name: 'list' }, [1])
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    const other = await running.open({ tenant: 'other', channels: [telegramMemory()] })
    expect(await other.chats.person('7')).toBeNull()
    expect(await other.chats.readState({ user: '7', chat: '7', name: 'list' })).toBeNull()
    expect(await other.chats.redeem({ word, user: '7', chat: '7' })).toEqual({ kind: 'unknown' })
  })
})

/** One of everything, of one person. */
async function everything(): Promise<void> {
  await belfry.chats.putPerson({ user: '7', recipient: 'ana', settings: { language: 'ko' } })
  await belfry.chats.writeState({ user: '7', chat: '7', name: 'list' }, ['a'])
  await belfry.chats.link({ recipient: 'ana' })
  await belfry.chats.markHandled({ bot: '1', id: 5 })
}

describe('what is remembered', () => {
  it('is gone when the recipient is erased: people, their state, and links', async () => {
    await everything()
    expect(await counts()).toEqual({ chat_people: 1, chat_state: 1, chat_links: 1, chat_updates: 1 })
    await belfry.recipients.delete('ana')
    expect(await counts()).toEqual({ chat_people: 0, chat_state: 0, chat_links: 0, chat_updates: 1 })
  })

  it('goes after a while by itself, and nothing that is newer', async () => {
    await everything()
    await belfry.chats.writeState({ user: '7', chat: '7', name: 'old' }, ['b'])
    await belfry.chats.link({ recipient: 'ana' })
    await belfry.chats.markHandled({ bot: '1', id: 6 })
    expect(await belfry.sweeps.run('chats')).toMatchObject({ state: 'done', examined: 0 })
    const sql = await running.client()
    await sql.query(`update belfry.chat_state set updated_at = belfry.now() - interval '91 days' where name = 'old'`)
    await sql.query(`update belfry.chat_updates set handled_at = now() - interval '49 hours' where update_id = 5`)
    await sql.query(`update belfry.chat_links set expires_at = now() - interval '25 hours'
      where ctid = (select ctid from belfry.chat_links limit 1)`)
    expect(await belfry.sweeps.run('chats')).toMatchObject({ state: 'done', examined: 3 })
    expect(await counts()).toEqual({ chat_people: 1, chat_state: 1, chat_links: 1, chat_updates: 1 })
    expect(await belfry.chats.wasHandled({ bot: '1', id: 6 })).toBe(true)
    expect(await belfry.chats.readState({ user: '7', chat: '7', name: 'list' })).toEqual(['a'])
  })

  it('stays where it says whose reminders those of a group are, and goes along with an export', async () => {
    const name = { user: '1', chat: '-1001234567890', name: 'owner' }
    await belfry.chats.putPerson({ user: '1' })
    await belfry.chats.writeState(name, { recipient: 'telegram:-42' })
    const sql = await running.client()
    await sql.query(`update belfry.chat_state set updated_at = belfry.now() - interval '400 days'`)
    expect(await belfry.sweeps.run('chats')).toMatchObject({ state: 'done', examined: 0 })
    expect(await belfry.chats.readState(name)).toEqual({ recipient: 'telegram:-42' })
    const lines = await gathered(belfry.export())
    const target = await running.open({ tenant: 'target', channels: [telegramMemory()] })
    // The bot has been there before.
    await target.chats.putPerson({ user: '1' })
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [] })
    expect(await target.chats.readState(name)).toEqual({ recipient: 'telegram:-42' })
  })

  it('stays where it is what a bot knows of groups: they are silent for long', async () => {
    const name = { user: '4711', chat: '-100', name: 'group' }
    await belfry.chats.putPerson({ user: '4711' })
    await belfry.chats.writeState(name, { clock: 'chosen' })
    const sql = await running.client()
    await sql.query(`update belfry.chat_state set updated_at = belfry.now() - interval '91 days' where name = 'group'`)
    await belfry.sweeps.run('chats')
    expect(await belfry.chats.readState(name)).toEqual({ clock: 'chosen' })
    await belfry.chats.forget('4711')
  })

  it('goes along with an export, but for what is remembered of a talk', async () => {
    await everything()
    await belfry.chats.putPerson({ user: '8', settings: { language: null, defaultHour: '08:00' } })
    const lines = await gathered(belfry.export())
    const target = await running.open({ tenant: 'target', channels: [telegramMemory()] })
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [], kinds: { chat: 2 } })
    for (const user of ['7', '8']) expect(await target.chats.person(user)).toEqual(await belfry.chats.person(user))
    expect(await target.chats.readState({ user: '7', chat: '7', name: 'list' })).toBeNull()
    expect(await target.import.lines({ lines })).toMatchObject({ created: 0 })
  })
})
