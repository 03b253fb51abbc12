// A chat is connected to a recipient: once, soon, and with what the person was reminded of before.

import { describe, expect, it } from 'vitest'
import type { Belfry, BelfryOptions, MemoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { blocked } from './gate.ts'
import { useDatabase } from './running.ts'
import { telegramMemory } from './telegram-memory.ts'

const running = useDatabase()
const now = '2031-03-10T09:00:00Z'

async function open(options: BelfryOptions = {}): Promise<Belfry> {
  return await running.open({ channels: [telegramMemory()], ...options })
}

async function start(): Promise<TestBelfry & { telegram: MemoryChannel }> {
  const telegram = telegramMemory()
  return { ...(await running.start({ now, channels: [telegram] })), telegram }
}

const me = { user: '7', chat: '7' }
const linkedTo = (recipient: string, more: object = {}) => ({
  ...{ kind: 'linked', recipient, name: null, moved: 0, stayed: 0, ...more },
})

describe('a link', () => {
  it('connects whoever sends its word, once', async () => {
    const belfry = await open()
    const beforeMs = Date.now()
    const made = await belfry.chats.link({ recipient: 'ana' })
    expect(made).toMatchObject({ word: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), recipient: 'ana' })
    expect(made.expiresAt.getTime() - beforeMs).toBeGreaterThanOrEqual(599_000)
    expect(await belfry.chats.redeem({ word: made.word, ...me })).toEqual(linkedTo('ana'))
    expect(await belfry.chats.person('7')).toMatchObject({ recipient: 'ana' })
    const ana = await belfry.recipients.get('ana')
    expect(ana).toMatchObject({ addresses: { telegram: '7' }, channels: ['in_app', 'telegram'] })
    for (const user of ['7', '8'])
      expect(await belfry.chats.redeem({ word: made.word, user, chat: user })).toEqual({ kind: 'used' })
    expect(await belfry.chats.person('8')).toBeNull()
    const trail = await belfry.audit.list({ recipient: 'ana' })
    expect(trail.items.map(({ action }) => action)).toEqual(['chat_linked'])
  })

  it('leads to the bot that came last, by its name', async () => {
    const belfry = await open()
    expect((await belfry.chats.link({ recipient: 'ana' })).url).toBeNull()
    await belfry.chats.putBot({ bot: '1', name: 'old_bot' })
    await belfry.chats.putBot({ bot: '2', name: 'my_bot' })
    const { word, url } = await belfry.chats.link({ recipient: 'ana' })
    expect(url).toBe(`https://t.me/my_bot?start=${word}`)
    await belfry.chats.putBot({ bot: '1', name: 'old_bot' })
    expect((await belfry.chats.link({ recipient: 'ana' })).url).toMatch(/^https:\/\/t\.me\/old_bot\?start=/)
  })

  it('gives the same message the same answer, and another message none', async () => {
    const belfry = await open()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    const sent = { word, ...me, message: '100' }
    expect(await belfry.chats.redeem(sent)).toEqual(linkedTo('ana'))
    expect(await belfry.chats.redeem(sent)).toEqual(linkedTo('ana'))
    expect(await belfry.chats.redeem({ ...sent, message: '101' })).toEqual({ kind: 'used' })
    expect(await belfry.chats.redeem({ ...sent, user: '8', chat: '8' })).toEqual({ kind: 'used' })
  })

  it('is stored as a hash alone', async () => {
    const belfry = await open()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    await belfry.chats.redeem({ word, ...me })
    const sql = await running.client()
    for (const table of ['chat_links', 'chat_people', 'audit', 'events', 'addresses']) {
      const { rows } = await sql.query(`select * from belfry.${table}`)
      expect(JSON.stringify(rows), table).not.toContain(word)
    }
  })

  it('ends by real time, and says so', async () => {
    const { belfry, advance } = await start()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    await advance('P1D')
    const other = await belfry.chats.link({ recipient: 'ana', expiresIn: 'PT1H' })
    const sql = await running.client()
    await sql.query(
      `update belfry.chat_links set expires_at = now() - interval '1 second' where expires_at < now() + interval '30 minutes'`,
    )
    expect(await belfry.chats.redeem({ word, ...me })).toEqual({ kind: 'expired' })
    expect(await belfry.chats.person('7')).toBeNull()
    expect(await belfry.chats.redeem({ word: other.word, ...me })).toEqual(linkedTo('ana'))
    await sql.query(`update belfry.chat_links set expires_at = now() - interval '1 second'`)
    expect(await belfry.chats.redeem({ word: other.word, ...me })).toEqual({ kind: 'used' })
  })

  it('is none that somebody made up, and goes with its recipient', async () => {
    const belfry = await open()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    for (const other of ['', 'start', `${word}A`, word.slice(1), `${word} `, 'x'.repeat(65), '가'])
      expect(await belfry.chats.redeem({ word: other, ...me }), other).toEqual({ kind: 'unknown' })
    await belfry.recipients.delete('ana')
    expect(await belfry.chats.redeem({ word, ...me })).toEqual({ kind: 'unknown' })
  })

  it('is refused for what it cannot be', async () => {
    const belfry = await open()
    const refused = (code: string, field: string) => expect.objectContaining({ code, field })
    await expect(belfry.chats.link({ recipient: 'nobody' })).rejects.toEqual(refused('unknown_recipient', '/recipient'))
    for (const expiresIn of ['PT0S', 'PT61M'])
      await expect(belfry.chats.link({ recipient: 'ana', expiresIn })).rejects.toEqual(
        refused('invalid_input', '/expiresIn'),
      )
    for (const chat of ['-42', '-1001234567890/17', '@name_of_group'])
      await expect(belfry.chats.redeem({ word: 'x', user: '7', chat })).rejects.toEqual(
        refused('invalid_input', '/chat'),
      )
    await expect(belfry.chats.putBot({ bot: '1', name: '@my_bot' })).rejects.toEqual(refused('invalid_input', '/name'))
  })

  it('is one person’s where two send its word at the same moment', async () => {
    const one = await open()
    const two = await open()
    const [sql, watcher] = [await running.client(), await running.client()]
    const { word } = await one.chats.link({ recipient: 'ana' })
    await sql.query('begin')
    await sql.query(`select from belfry.recipients where id = 'ana' for update`)
    const both = [one, two].map((belfry, i) => belfry.chats.redeem({ word, user: `${i + 1}`, chat: `${i + 1}` }))
    await blocked(watcher, 2)
    await sql.query('commit')
    const answers = await Promise.all(both)
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['linked', 'used'])
    const winner = String(answers.findIndex(({ kind }) => kind === 'linked') + 1)
    expect((await one.recipients.get('ana'))?.addresses).toEqual({ telegram: winner })
    expect([await one.chats.person('1'), await one.chats.person('2')].filter((person) => person?.recipient)).toEqual([
      expect.objectContaining({ user: winner, recipient: 'ana' }),
    ])
  })

  it('with one person who sends two words at the same moment is one after the other', async () => {
    const one = await open()
    const two = await open()
    await one.recipients.put({ id: 'bo' })
    const words = [await one.chats.link({ recipient: 'ana' }), await one.chats.link({ recipient: 'bo' })]
    await one.chats.putPerson({ user: '7' })
    const [sql, watcher] = [await running.client(), await running.client()]
    await sql.query('begin')
    await sql.query(`select from belfry.recipients for update`)
    const both = [one, two].map((belfry, i) => belfry.chats.redeem({ word: words[i]!.word, ...me }))
    await blocked(watcher, 2)
    await sql.query('commit')
    expect(await Promise.all(both)).toEqual([linkedTo('ana'), linkedTo('bo')])
    const recipient = (await one.chats.person('7'))?.recipient
    const addresses = Object.fromEntries(
      (await one.recipients.list()).items.map(({ id, addresses }) => [id, addresses]),
    )
    expect(addresses).toEqual({ ana: {}, bo: {}, [recipient!]: { telegram: '7' } })
  })
})

describe('who is connected', () => {
  it('is another recipient after another link, and the first is not reached in that chat any more', async () => {
    const belfry = await open()
    await belfry.recipients.put({ id: 'bo', name: 'Bo' })
    const connect = async (recipient: string, user: string) => {
      const { word } = await belfry.chats.link({ recipient })
      return await belfry.chats.redeem({ word, user, chat: user })
    }
    await connect('ana', '7')
    expect(await connect('bo', '7')).toEqual(linkedTo('bo', { name: 'Bo' }))
    expect((await belfry.recipients.get('ana'))?.addresses).toEqual({})
    expect((await belfry.recipients.get('bo'))?.addresses).toEqual({ telegram: '7' })
    // Somebody else's telephone takes the place of the first.
    await connect('bo', '8')
    expect((await belfry.recipients.get('bo'))?.addresses).toEqual({ telegram: '8' })
    expect(await belfry.chats.person('7')).toMatchObject({ recipient: null })
    expect(await belfry.chats.person('8')).toMatchObject({ recipient: 'bo' })
    const actions = (await belfry.audit.list({ recipient: 'bo' })).items.map(({ action }) => action)
    expect(actions.sort()).toEqual(['chat_linked', 'chat_linked', 'chat_unlinked'])
  })

  it('keeps the channels there are, and a fallback where it stands', async () => {
    const belfry = await open()
    const connect = async (recipient: string) => {
      const { word } = await belfry.chats.link({ recipient })
      await belfry.chats.redeem({ word, ...me })
      const { channels, fallback } = (await belfry.recipients.get(recipient))!
      return { channels, fallback }
    }
    await belfry.recipients.put({ id: 'ladder', channels: ['in_app', { channel: 'telegram', after: 'PT2M' }] })
    expect(await connect('ladder')).toEqual({
      channels: ['in_app', { channel: 'telegram', after: 'PT2M' }],
      fallback: null,
    })
    await belfry.recipients.put({ id: 'behind', channels: ['in_app'], fallback: 'telegram' })
    expect(await connect('behind')).toEqual({ channels: ['in_app'], fallback: 'telegram' })
    await belfry.recipients.put({ id: 'plain', channels: ['in_app'] })
    expect(await connect('plain')).toEqual({ channels: ['in_app', 'telegram'], fallback: null })
  })

  it('is reached again where the chat was suspended', async () => {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'ana', addresses: { telegram: '7' } })
    await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'telegram', reason: 'blocked' })
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    await belfry.chats.redeem({ word, ...me })
    expect((await belfry.recipients.get('ana'))?.suspended).toEqual({})
  })
})

describe('what they were reminded of before', () => {
  const own = 'telegram:7'
  const note = (id: string, more: object) => ({ entity: { type: 'note', id }, recipient: own, title: id, ...more })

  /** With a recipient of their own, in Seoul, and notes: one, one every day, one that has rung and asks again, one that was put off. */
  async function formerly() {
    const test = await start()
    const { belfry, advance, telegram } = test
    await belfry.recipients.put({
      id: own,
      timezone: 'Asia/Seoul',
      addresses: { telegram: '7' },
      channels: ['telegram'],
    })
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', channels: ['telegram'] })
    await belfry.chats.putPerson({ user: '7', recipient: own })
    await belfry.reminders.schedule(note('nag', { in: 'PT1M', repeat: { nag: { every: 'PT10M', atMost: 3 } } }))
    const late = await belfry.reminders.schedule(note('late', { in: 'PT1M' }))
    await advance('PT2M')
    await belfry.reminders.snooze(late.id, { for: 'PT20M' })
    await belfry.reminders.schedule(note('once', { at: '2031-03-11T09:00:00' }))
    await belfry.reminders.schedule(note('daily', { rule: { every: 'day', at: ['08:00'] } }))
    expect(telegram.sent.map(({ title }) => title)).toEqual(['nag', 'late'])
    telegram.clear()
    return test
  }

  it('is theirs after it, rings once at the moment that was said, and what has rung goes on as it was', async () => {
    const { belfry, advance, telegram } = await formerly()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    expect(await belfry.chats.redeem({ word, ...me })).toEqual(linkedTo('ana', { moved: 2, stayed: 2 }))
    const listed = async (recipient: string) =>
      (await belfry.reminders.list({ recipient })).items.map(({ title }) => title).sort()
    expect(await listed('ana')).toEqual(['daily', 'once'])
    expect(await listed(own)).toEqual(['late', 'nag'])
    await advance('P2D')
    expect(
      telegram.sent.map(({ title, recipient, address, dueAt }) => [title, recipient, address, dueAt.toISOString()]),
    ).toEqual([
      ['nag', own, '7', '2031-03-10T09:11:00.000Z'],
      ['nag', own, '7', '2031-03-10T09:21:00.000Z'],
      ['late', own, '7', '2031-03-10T09:22:00.000Z'],
      // Nine and eight in Seoul, as they were said.
      ['daily', 'ana', '7', '2031-03-10T23:00:00.000Z'],
      ['once', 'ana', '7', '2031-03-11T00:00:00.000Z'],
      ['daily', 'ana', '7', '2031-03-11T23:00:00.000Z'],
    ])
  })

  it('follows the quiet hours of whom they are now', async () => {
    const { belfry, advance, telegram } = await formerly()
    await belfry.recipients.put({ id: 'ana', quietHours: { from: '00:00', to: '06:00' } })
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    await belfry.chats.redeem({ word, ...me })
    await advance('PT24H')
    const rang = telegram.sent.filter(({ recipient }) => recipient === 'ana')
    // Midnight and one o'clock in Paris are at six; until six it is five by UTC.
    expect(rang.map(({ title, dueAt }) => [title, dueAt.toISOString()]).sort()).toEqual([
      ['daily', '2031-03-11T05:00:00.000Z'],
      ['once', '2031-03-11T05:00:00.000Z'],
    ])
  })

  it('rings also where they had paused: the pause goes along, and what it has put off comes back with its end', async () => {
    const { belfry, advance, telegram } = await formerly()
    await belfry.recipients.put({ id: own, paused: {} })
    await advance('PT16H')
    expect(telegram.sent).toEqual([])
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    expect(await belfry.chats.redeem({ word, ...me })).toEqual(linkedTo('ana', { moved: 2, stayed: 2 }))
    expect((await belfry.recipients.get(own))?.paused).toBeNull()
    expect((await belfry.recipients.get('ana'))?.paused).toEqual({ until: null })
    await advance('PT1H')
    const rang = () => telegram.sent.filter(({ recipient }) => recipient === 'ana').map(({ title }) => title)
    expect(rang()).toEqual([])
    // What stays behind is nobody's to resume: it rings.
    expect(telegram.sent.some(({ recipient }) => recipient === own)).toBe(true)
    await belfry.recipients.put({ id: 'ana', paused: null })
    await advance('PT1M')
    expect(rang()).toEqual(['2 reminders'])
  })

  it('keeps the pause of whom they are now', async () => {
    const { belfry, advance, telegram } = await formerly()
    await belfry.recipients.put({ id: own, paused: {} })
    await belfry.recipients.put({ id: 'ana', paused: { until: '2031-03-11T06:00:00Z' } })
    await advance('PT16H')
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    await belfry.chats.redeem({ word, ...me })
    expect((await belfry.recipients.get('ana'))?.paused).toEqual({ until: new Date('2031-03-11T06:00:00Z') })
    await advance('PT4H')
    const rang = () => telegram.sent.filter(({ recipient }) => recipient === 'ana').map(({ title }) => title)
    expect(rang()).toEqual([])
    await advance('PT1H')
    expect(rang().sort()).toEqual(['daily', 'once'])
  })

  it('does not ring twice where the recipient has the same already', async () => {
    const { belfry, advance, telegram } = await formerly()
    await belfry.reminders.schedule({
      ...note('once', { at: '2031-03-11T09:00:00' }),
      recipient: 'ana',
      timezone: 'Asia/Seoul',
    })
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    expect(await belfry.chats.redeem({ word, ...me })).toMatchObject({ moved: 2, stayed: 2 })
    await advance('PT24H')
    expect(telegram.sent.filter(({ title }) => title === 'once')).toHaveLength(1)
  })

  it('is moved by one of two who try it at once, and nothing is left between', async () => {
    const { belfry, telegram, advance } = await formerly()
    const { word } = await belfry.chats.link({ recipient: 'ana' })
    const [sql, watcher] = [await running.client(), await running.client()]
    const other = await open()
    await sql.query('begin')
    await sql.query(`select from belfry.recipients where id = 'ana' for update`)
    const both = [belfry, other].map((one) => one.chats.redeem({ word, ...me }))
    await blocked(watcher, 2)
    await sql.query('commit')
    expect((await Promise.all(both)).map(({ kind }) => kind).sort()).toEqual(['linked', 'used'])
    await advance('PT24H')
    expect(telegram.sent.filter(({ title }) => title === 'once' || title === 'daily')).toHaveLength(2)
  })
})
