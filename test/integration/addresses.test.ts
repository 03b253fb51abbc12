// Addresses are read strictly wherever they come in: one address, in one line, and as its channel wants it.

import { describe, expect, it } from 'vitest'
import { type Belfry, BelfryError, type Channel, memoryChannel } from '../../src/index.ts'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now } from './sweeping.ts'

const { start, client } = useDatabase()

/** Takes one address with an @, and keeps it in small letters. */
const mail: Channel = {
  ...memoryChannel({ name: 'mail', needsAddress: true }),
  readAddress(text, field) {
    if (/^[^\s,;@]+@[^\s,;@]+$/.test(text)) return text.toLowerCase()
    throw new BelfryError('invalid_input', 'Not a mail address.', { field, accepted: 'ana@example.com' })
  },
}
const faulty: Channel = {
  ...memoryChannel({ name: 'faulty' }),
  readAddress(text) {
    if (text === 'throws') throw new TypeError('no')
    return (text === 'nothing' ? undefined : `${text}\n`) as string
  },
}

const bad: [string, string][] = [
  ['mail', 'ana@example.com\r\nBcc: all@example.com'],
  ['mail', 'ana@example.com\n'],
  ['mail', 'ana@example.com\u0000'],
  ['mail', 'ana@example.com\u2028x'],
  ['mail', 'ana@example.com\u2029'],
  ['mail', 'ana@example.com\u0085'],
  ['mail', 'ana@example.com, bo@example.com'],
  ['mail', 'ana@example.com;bo@example.com'],
  ['mail', 'nobody'],
  ['memory', 'a\tb'],
  ['memory', '\u001b[31m'],
  ['memory', ' '],
  ['memory', ''],
  ['memory', 'a\ud800'],
  ['memory', 'x'.repeat(4_097)],
  ['faulty', 'throws'],
  ['faulty', 'nothing'],
  ['faulty', 'breaks'],
]

const opened = () => start({ now, channels: [mail, faulty] })
const of = async (belfry: Belfry, id: string) => (await belfry.recipients.get(id))?.addresses

describe('recipients.put', () => {
  it.each(bad)('refuses for %s the address %j', async (channel, address) => {
    const { belfry } = await opened()
    const put = belfry.recipients.put({ id: 'new', addresses: { memory: 'good', [channel]: address } })
    await expect(put).rejects.toMatchObject({ name: 'BelfryError', field: `/addresses/${channel}` })
    expect(await belfry.recipients.get('new')).toBeNull()
  })

  it('keeps what the channel made of it, without the spaces around', async () => {
    const { belfry } = await opened()
    await belfry.recipients.put({ id: 'ana', addresses: { mail: ' Ana@Example.com ', memory: '  a b\u00a0' } })
    expect(await of(belfry, 'ana')).toEqual({ mail: 'ana@example.com', memory: 'a b' })
  })
})

describe('a sweep', () => {
  it.each(bad)('names an item of a function that has for %s the address %j', async (channel, address) => {
    const { belfry } = await opened()
    const item = (id: string, to: string) => ({
      ...{ id, due: at('+PT2H'), recipient: id },
      profile: { addresses: { [channel]: to } },
    })
    const good = channel === 'mail' ? 'Good@example.com' : 'good'
    const items = () => [item('bad', address), ...(channel === 'faulty' ? [] : [item('good', good)])]
    await belfry.sweeps.put({ name: 'things', every: 'PT1H', source: { items } })
    const { errors, problems } = await belfry.sweeps.run('things')
    expect(errors).toBe(1)
    expect(problems).toMatchObject([{ item: 'bad' }])
    expect(await belfry.recipients.get('bad')).toBeNull()
    if (channel !== 'faulty') expect(await of(belfry, 'good')).toEqual({ [channel]: good.toLowerCase() })
  })

  it('names rows of a table whose address is none, and reminds of the others', async () => {
    const { belfry } = await opened()
    const sql = await client()
    await makeTasks(sql)
    await sql.query('alter table public.tasks add column mail text')
    const addresses = ['One@example.com', 'a@example.com,b@example.com', 'a@example.com\nBcc: x', null, '']
    for (const [i, address] of addresses.entries()) {
      await addTask(sql, i, at('+PT2H'), { owner: `p${i}` })
      await sql.query('update public.tasks set mail = $2 where id = $1', [i, address])
    }
    await belfry.sweeps.put(hourly({ recipients: { addresses: { mail: 'mail' } } }))
    const run = await belfry.sweeps.run('tasks')
    expect(run).toMatchObject({ examined: 5, reminded: 3, errors: 2 })
    expect(run.problems.map(({ item }) => item).sort()).toEqual(['1', '2'])
    expect(await Promise.all(['p0', 'p3', 'p4'].map((id) => of(belfry, id)))).toEqual([
      { mail: 'one@example.com' },
      {},
      {},
    ])
    expect(await belfry.recipients.get('p1')).toBeNull()
  })
})

describe('an import', () => {
  it('refuses lines whose address is none, and takes the others', async () => {
    const { belfry } = await opened()
    const line = (id: string, channel: string, address: string) =>
      JSON.stringify({ kind: 'recipient', id, timezone: 'UTC', locale: 'en', addresses: { [channel]: address } })
    const lines = [
      ...bad.map(([channel, address], i) => line(`bad ${i}`, channel, address)),
      line('good', 'mail', 'Good@example.com'),
    ]
    const report = await belfry.import.lines({ lines })
    expect(report).toMatchObject({ created: 1, refusedCount: bad.length })
    expect(await of(belfry, 'good')).toEqual({ mail: 'good@example.com' })
    const { items } = await belfry.recipients.list()
    expect(items.map(({ id }) => id).sort()).toEqual(['ana', 'good'])
  })
})
