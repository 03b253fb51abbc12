// The connection breaks while a fire is being committed: the database has it, and the worker never hears of it. It alone
// knows that nothing of it was begun.

import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { gateAtCommit } from './gate.ts'
import { many, useDatabase } from './running.ts'

const { url, start, client, atEnd } = useDatabase()

interface Wire {
  readonly url: string
  /** From here on nothing that the server says arrives. */
  mute(): void
  /** Breaks what there is; new connections are whole again. */
  cut(): void
}

/** A wire to the database that can be cut. */
async function wireTo(target: string): Promise<Wire> {
  const server = new URL(target)
  const directory = server.searchParams.get('host')
  const port = Number(server.searchParams.get('port') ?? (server.port || 5432))
  const ends = new Set<Socket>()
  let muted = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = directory?.startsWith('/')
      ? connect(`${directory}/.s.PGSQL.${port}`)
      : connect(port, directory ?? server.hostname)
    ends.add(near)
    near.on('data', (data) => far.write(data)).on('close', () => far.destroy())
    far.on('data', (data) => muted.has(near) || near.write(data)).on('close', () => near.destroy())
    for (const end of [near, far]) end.on('error', () => {})
    near.on('close', () => ends.delete(near))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const end of ends) end.destroy()
    proxy.close()
  })
  const through = new URL(target)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  return {
    url: through.href,
    mute() {
      muted = new Set(ends)
    },
    cut() {
      for (const end of ends) end.destroy()
    },
  }
}

it('what was fired without the worker hearing of it is sent after all, and nothing becomes unknown', async () => {
  const wire = await wireTo(url())
  const sql = await client()
  const test = await start({ database: wire.url })
  await test.belfry.reminders.scheduleMany(many(50))
  const gate = await gateAtCommit(sql)
  await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
  await gate.reached()
  wire.mute()
  await gate.open()
  const states = async () => (await sql.query('select distinct state from belfry.deliveries')).rows
  while ((await states()).length === 0);
  wire.cut()
  expect(await test.memory.received(50)).toHaveLength(50)
  await test.settled()
  expect(await states()).toEqual([{ state: 'sent' }])
  expect((await sql.query('select from belfry.claims')).rows).toEqual([])
}, 20_000)
