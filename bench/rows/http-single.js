// POST /v1/reminders by fifty connections, next to a bare fastify route that does one insert. Three kinds of Belfry: as
// `belfry serve` runs it, with an Idempotency-Key on each request, and without the roles of row-level security.

import { belfry, inTurns, median, percentile } from '../arena.js'
import { startBareRoute, startServe, startWithoutRoles } from '../servers/servers.js'
import { runStep } from '../steps.js'
import { throughput } from '../verdict.js'

export const title = 'POST /v1/reminders, 50 connections'
export const goal = '≥ 0.6 × a bare fastify route with one insert'

const connections = 50
const bare = { label: 'bare route', start: ({ database }) => startBareRoute(database) }
const contenders = [
  { label: 'belfry', start: ({ database }) => startServe({ DATABASE_URL: database }) },
  bare,
  { label: 'belfry (Idempotency-Key)', start: ({ database }) => startServe({ DATABASE_URL: database }), hasKeys: true },
  { label: 'belfry (without roles)', start: ({ database }) => startWithoutRoles(database) },
]

export async function run(arena, { sizes, repeat }) {
  const found = await inTurns(contenders, repeat, (contender, round) =>
    arena.inFreshPlace(belfry, async (place) => {
      arena.say(`${contender.label} ${round + 1}/${repeat}: ${connections} connections, ${sizes.httpEach} each`)
      const { key } = await runStep({ contender: 'belfry', place, step: 'key' })
      const server = await contender.start(place)
      try {
        return await measure(contender, server, key, sizes)
      } finally {
        await server.stop()
      }
    }),
  )
  const rates = mapValues(found, (runs) => runs.map(({ rate }) => rate))
  const details = mapValues(found, (runs) => ({
    p50Ms: hundredths(median(runs.map(({ p50 }) => p50))),
    p99Ms: hundredths(median(runs.map(({ p99 }) => p99))),
    serverUs: Math.round(median(runs.map(({ serverUs }) => serverUs))),
  }))
  const each = (show) =>
    Object.entries(details)
      .map(([label, found]) => `${label} ${show(found)}`)
      .join(', ')
  const note = `${sizes.httpEach} requests a connection; p50 and p99 ${each(({ p50Ms, p99Ms }) => `${p50Ms} and ${p99Ms} ms`)}; processor time of the server a request ${each(({ serverUs }) => `${serverUs} µs`)}`
  return { ...throughput({ rates, atLeast: 0.6, against: (label) => label === bare.label, note }), details }
}

async function measure({ hasKeys = false }, { port, pid }, key, { httpEach: each }) {
  const options = { connections, each, hasKeys, pid }
  const found = await runStep({ contender: 'http-client', place: { port, key }, step: 'httpSingle', options })
  const count = connections * each
  return {
    rate: (count / found.ms) * 1_000,
    p50: percentile(found.took, 0.5),
    p99: percentile(found.took, 0.99),
    serverUs: (found.cpuMs * 1_000) / count,
  }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const hundredths = (ms) => Math.round(ms * 100) / 100
