// Steps of a caller over HTTP (http-client.js).

import { cpuMsOf } from './servers/servers.js'

export const zones = ['Europe/Paris', 'America/New_York', 'Asia/Seoul', 'Africa/Cairo', 'Pacific/Auckland']
const people = 1_000

export const httpSteps = { httpSingle, httpBatch, httpUpcoming }

/** One half names its moment with an offset, the other by local time in one of a few zones. */
function reminder(n) {
  const day = String((n % 28) + 1).padStart(2, '0')
  const minute = String(n % 60).padStart(2, '0')
  return {
    entity: { type: 'note', id: String(n) },
    recipient: `person-${n % people}`,
    ...(n % 2 === 0
      ? { at: `2040-01-${day}T09:${minute}:00+01:00` }
      : { at: `2040-07-${day}T09:${minute}:00`, timezone: zones[n % zones.length] }),
    title: 'Drink a glass of water',
    data: { n: 1 },
  }
}

/** `connections` callers, each waiting for the answer to one POST before the next; `pid` is the server's. */
async function httpSingle(client, { connections, each, hasKeys, pid }) {
  const callers = await Promise.all(Array.from({ length: connections }, () => client.connection()))
  const took = []
  const caller = async (connection, c, count, base) => {
    for (let i = 0; i < count; i++) {
      const n = base + c * count + i
      const key = hasKeys ? `Idempotency-Key: "${n}-${base}"\r\n` : ''
      const bytes = client.request('POST', '/v1/reminders', JSON.stringify(reminder(n)), key)
      const startedMs = performance.now()
      expect(await connection.ask(bytes), 201)
      took.push(performance.now() - startedMs)
    }
  }
  const all = (count, base) => Promise.all(callers.map((connection, c) => caller(connection, c, count, base)))
  await all(Math.ceil(each / 4), 1_000_000_000) // connections, prepared statements, compiled code
  took.length = 0
  const cpuMs = cpuMsOf(pid)
  const startedMs = performance.now()
  await all(each, 0)
  const ms = performance.now() - startedMs
  return { ms, took: took.sort((a, b) => a - b), cpuMs: cpuMs === null ? null : cpuMsOf(pid) - cpuMs }
}

/** Batches of `size`, one after the other; the first ones compile and are not counted. */
async function httpBatch(client, { size, times, warmUps }) {
  const connection = await client.connection()
  const took = []
  for (let i = -warmUps; i < times; i++) {
    const reminders = Array.from({ length: size }, (_, n) => reminder((i + warmUps) * size + n))
    const bytes = client.request('POST', '/v1/reminders/batch', JSON.stringify({ reminders }))
    const startedMs = performance.now()
    const answer = expect(await connection.ask(bytes), 200)
    if (i >= 0) took.push(performance.now() - startedMs)
    const { items } = JSON.parse(answer.body)
    if (items.length !== size || items.some(({ status }) => status !== 'created')) throw new Error('not all are new')
  }
  return { took: took.sort((a, b) => a - b) }
}

const dayMs = 86_400_000

/** Pages of what is to come, at moments all over the backlog; one after the other. */
async function httpUpcoming(client, { pending, times }) {
  const connection = await client.connection()
  const get = async (parameters) => {
    const bytes = client.request('GET', `/v1/upcoming?${new URLSearchParams(parameters)}`)
    const startedMs = performance.now()
    const { body } = expect(await connection.ask(bytes), 200)
    return { ms: performance.now() - startedMs, body }
  }
  const page = ({ body }, least) => {
    const { items, nextCursor } = JSON.parse(body)
    if (items.length < least) throw new Error(`a page of ${items.length}`)
    return nextCursor
  }
  const kinds = ['from and to', 'from and to, 200 a page', 'next page', 'of a recipient']
  const took = Object.fromEntries(kinds.map((kind) => [kind, []]))
  for (let i = -50; i < times; i++) {
    // The backlog rings once a second from 2040 on (fill.js); 7919 is prime, so the moments lie all over it.
    const fromMs = Date.UTC(2040, 0, 1) + ((Math.abs(i) * 7_919) % Math.max(1, pending - 2_000)) * 1_000
    const span = { from: new Date(fromMs).toISOString(), to: new Date(fromMs + dayMs).toISOString() }
    const first = await get(span)
    const wide = await get({ ...span, limit: 200 })
    const next = await get({ ...span, cursor: page(first, 50) })
    const own = await get({ from: span.from, recipient: `person-${Math.abs(i) % people}` })
    page(wide, 200)
    page(next, 50)
    page(own, 1)
    if (i >= 0) [first, wide, next, own].forEach(({ ms }, k) => void took[kinds[k]].push(ms))
  }
  return { took: Object.fromEntries(kinds.map((kind) => [kind, took[kind].sort((a, b) => a - b)])) }
}

function expect(answer, status) {
  if (answer.status === status) return answer
  throw new Error(`answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 300)}`)
}
