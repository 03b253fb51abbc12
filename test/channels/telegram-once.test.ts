// Telegram has no key to send again under. What may have arrived is never sent again, and what did not arrive is.

import { describe, expect, it } from 'vitest'
import { telegram } from '../../src/channels/telegram/telegram.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from '../integration/running.ts'
import { sized } from '../size.ts'
import { openTelegram, type TelegramServer } from './telegram-server.ts'

const { start, client, atEnd } = useDatabase()

const count = sized(200, 1_000)
const criticalCount = sized(50, 200)
const token = '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
/** As fast as this machine is. */
const rates = { perSecond: 1_000_000, perChatSecond: 1_000_000, perGroupMinute: 1_000_000 }

async function open(): Promise<TelegramServer> {
  const server = await openTelegram()
  atEnd(() => server.close())
  return server
}

/** A worker that sends there, and so many people with a reminder each, due in a minute. */
async function everybody(apiRoot: string, count: number, more: object = {}): Promise<TestBelfry> {
  const test = await start({ channels: [telegram({ token, apiRoot, rates, concurrency: 50, callbackButtons: true })] })
  const people = Array.from({ length: count }, (_, i) => String(i + 1))
  const sql = await client()
  await sql.query(`with people as (
      insert into belfry.recipients (tenant, id, channels, created_at, updated_at)
      select 'default', g, '{telegram}', belfry.now(), belfry.now() from generate_series(1, ${count}) g returning id)
    insert into belfry.addresses (tenant, recipient, channel, address, created_at)
    select 'default', id, 'telegram', id, belfry.now() from people`)
  await test.belfry.reminders.scheduleMany(
    people.map((recipient) => ({
      entity: { type: 'note', id: recipient },
      recipient,
      in: 'PT1M',
      title: 'x',
      ...more,
    })),
  )
  return test
}

async function states(): Promise<Record<string, number>> {
  const sql = await client()
  const { rows } = await sql.query<{ state: string; n: number }>(
    'select state, count(*)::integer as n from belfry.deliveries group by 1',
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** A gate that a slow machine does not pass in time turns a delivery away for a moment: until each was let through. */
async function allTried(test: TestBelfry): Promise<void> {
  while ((await states()).pending) await test.advance('PT10S')
}

/** How often each delivery came, as the witness has it. */
const timesEach = ({ calls }: TelegramServer) => {
  const times = new Map<string, number>()
  for (const { delivery } of calls) times.set(delivery ?? '', (times.get(delivery ?? '') ?? 0) + 1)
  return times
}

describe('accepted, and the answer lost', () => {
  it(`${count} times: each is there once, unknown, and nothing is sent again`, async () => {
    const server = await open()
    server.script(() => 'drop')
    const test = await everybody(server.url, count)
    await test.advance('PT1M')
    await allTried(test)
    expect(await states()).toEqual({ unknown: count })
    await test.advance('P3D')
    expect(await states()).toEqual({ unknown: count })
    expect(server.calls).toHaveLength(count)
    expect(timesEach(server).size).toBe(count)
    expect(new Set(server.calls.map(({ chat }) => chat)).size).toBe(count)
  })

  it('of what is critical: exactly one more try, and then it is unknown', async () => {
    const server = await open()
    server.script(() => 'drop')
    const test = await everybody(server.url, criticalCount, { critical: true })
    await test.advance('P3D')
    expect(await states()).toEqual({ unknown: criticalCount })
    expect(timesEach(server).size).toBe(criticalCount)
    expect(new Set(timesEach(server).values())).toEqual(new Set([2]))
  })

  it('of what is critical, the second try arriving: sent', async () => {
    const server = await open()
    const seen = new Set<unknown>()
    server.script(({ chat }) => {
      const isFirst = !seen.has(chat)
      seen.add(chat)
      return isFirst ? 'drop' : { status: 200, body: { ok: true, result: { message_id: 1 } } }
    })
    const test = await everybody(server.url, 20, { critical: true })
    await test.advance('P3D')
    expect(await states()).toEqual({ sent: 20 })
    expect(server.calls).toHaveLength(40)
  })
})

describe('nobody there', () => {
  it(`${count} times: tried again, delivered once`, async () => {
    const away = await openTelegram()
    await away.close()
    const test = await everybody(away.url, count)
    await test.advance('PT1M')
    expect(await states()).toEqual({ pending: count })
    const server = await openTelegram(away.port)
    atEnd(() => server.close())
    await test.advance('PT1M')
    await allTried(test)
    expect(await states()).toEqual({ sent: count })
    await test.advance('P3D')
    expect(server.calls).toHaveLength(count)
    expect(timesEach(server).size).toBe(count)
  })

  it('and never again: failed, after the tries that there are', async () => {
    const away = await openTelegram()
    await away.close()
    const test = await everybody(away.url, 3)
    await test.advance('P1D')
    expect(await states()).toEqual({ failed: 3 })
  })
})
