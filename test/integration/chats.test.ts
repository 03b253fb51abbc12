// People who talk to a bot: what is remembered of them, and how a chat is connected to a recipient.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Belfry } from '../../src/index.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
const word = /^[A-Za-z0-9_-]{43}$/

describe('people', () => {
  let belfry: Belfry
  beforeEach(async () => {
    belfry = await running.open()
  })

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
  })

  it('have updates that are handled once by each bot', async () => {
    expect(await belfry.chats.wasHandled({ bot: '1', id: 5 })).toBe(false)
    await belfry.chats.markHandled({ bot: '1', id: 5 })
    await belfry.chats.markHandled({ bot: '1', id: 5 })
    expect(await belfry.chats.wasHandled({ bot: '1', id: 5 })).toBe(true)
    expect(await belfry.chats.wasHandled({ bot: '2', id: 5 })).toBe(false)
  })
})

describe('a link', () => {
  it('connects once', async () => {
    const { belfry } = await running.start()
    const made = await belfry.chats.link({ recipient: 'ana' })
    expect(made).toMatchObject({ word: expect.stringMatching(word), recipient: 'ana' })
    expect(await belfry.chats.redeem({ word: made.word, user: '7', chat: '7' })).toEqual({
      ...{ kind: 'linked', recipient: 'ana', name: null },
    })
    expect(await belfry.chats.redeem({ word: made.word, user: '8', chat: '8' })).toEqual({ kind: 'used' })
    expect(await belfry.chats.person('7')).toMatchObject({ recipient: 'ana' })
    expect((await belfry.recipients.get('ana'))?.addresses).toMatchObject({ telegram: '7' })
  })
})
