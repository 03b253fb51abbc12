// One measured step of one contender, in a process of its own: nobody inherits another's heap or connections.
// The parent (steps.js) says what to do; progress, readiness and the result go back as messages.

import { setTimeout as wait } from 'node:timers/promises'
import { botSteps } from './bot-steps.js'
import { httpSteps } from './http-steps.js'

const belfrySteps = { key, mark, markMany, things, preview, travel, sweep, suggest }
const steps = { prepare, load, single, work, watch, ...belfrySteps, ...httpSteps, ...botSteps }
const openers = {
  belfry: () => import('./belfry.js'),
  telegram: () => import('./telegram.js'),
  'http-client': () => import('./http-client.js'),
  'graphile-worker': () => import('./peers/graphile-worker.js'),
  'pg-boss': () => import('./peers/pg-boss.js'),
  bullmq: () => import('./peers/bullmq.js'),
}
const tell = (message) => process.send?.(message)
const told = new Map()
/** Resolves when the parent says that word. */
const until = (word) => new Promise((resolve) => told.set(word, resolve))

process.on('disconnect', () => process.exit(1))
process.on('message', (message) => {
  if (message.step) void main(message)
  else told.get(message.say)?.()
})

async function main({ contender, place, step, options }) {
  try {
    const opened = await (await openers[contender]()).open(place)
    const result = await steps[step](opened, options)
    await opened.close()
    tell({ result })
  } catch (error) {
    tell({ error: error?.stack ?? String(error) })
  }
}

async function prepare(contender) {
  await contender.prepare()
  return {}
}

/** An API key for a caller over HTTP; Belfry only. */
async function key({ belfry }) {
  const { key } = await belfry.keys.create({ name: 'bench', tenant: 'default', scopes: ['read', 'write'] })
  return { key }
}

/** Schedules `count` in bulk, due at `dueMs` plus `everyMs` for each. */
async function load(contender, { count, dueMs, everyMs = 0, from = 0 }) {
  const { size, parallel } = contender.bulk
  const sizes = Array.from({ length: Math.ceil(count / size) }, (_, i) => ({
    first: from + i * size,
    length: Math.min(size, count - i * size),
  }))
  const startedMs = performance.now()
  let done = 0
  const loader = async () => {
    for (let batch = sizes.shift(); batch; batch = sizes.shift()) {
      const { first, length } = batch
      const job = (_, i) => ({ n: first + i, dueMs: Math.round(dueMs + (first + i - from) * everyMs) })
      await contender.scheduleMany(Array.from({ length }, job))
      done += length
      tell({ progress: done })
    }
  }
  await Promise.all(Array.from({ length: parallel }, loader))
  return { ms: performance.now() - startedMs }
}

/** `clients` callers, each scheduling one and waiting for the answer before the next. */
async function single(contender, { clients, each, dueMs }) {
  const client = async (c, count, base) => {
    for (let i = 0; i < count; i++) await contender.schedule({ n: base + c * count + i, dueMs })
  }
  const all = (count, base) => Promise.all(Array.from({ length: clients }, (_, c) => client(c, count, base)))
  await all(50, 1_000_000_000) // connections, prepared statements, compiled code
  const startedMs = performance.now()
  await all(each, 0)
  return { ms: performance.now() - startedMs }
}

/** Works until told to stop; tells how many it has handled, and answers with how late they were. */
async function work(contender, { lateness = false }) {
  let handled = 0
  const late = []
  const nowMs = () => performance.timeOrigin + performance.now()
  const onJob = lateness
    ? (dueMs) => {
        late.push(nowMs() - dueMs)
        handled += 1
      }
    : () => {
        handled += 1
      }
  const stopping = until('stop')
  const going = until('go')
  tell({ ready: true })
  await going
  const before = process.cpuUsage()
  const stop = await contender.work(onJob, { lateness })
  const tellMs = lateness ? 1_000 : 10
  const ticker = setInterval(() => tell({ progress: handled, rss: process.memoryUsage.rss() }), tellMs)
  await stopping
  clearInterval(ticker)
  const usage = process.cpuUsage(before)
  await Promise.race([stop(), wait(10_000)])
  return { handled, late: late.sort((a, b) => a - b), cpuMs: (usage.user + usage.system) / 1_000 }
}

/** Waits, once told to go, until everything is concluded. */
async function watch(contender) {
  await contender.concluded()
  const going = until('go')
  tell({ ready: true })
  await going
  for (let looks = 0; (await contender.concluded()).left > 0; looks++) {
    if (looks > 20_000) throw new Error('not concluded')
    await wait(5)
  }
  return {}
}

/** Marks by hand, one after the other; Belfry only. */
async function mark({ belfry }, { count }) {
  const took = []
  const one = (i) =>
    belfry.ledger.markReminderAsSent({
      entityType: 'meeting',
      entityId: String(i),
      reminderType: '24h',
      userId: `person-${i % 1_000}`,
    })
  for (let i = 0; i < 200; i++) await one(1_000_000_000 + i)
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now()
    await one(i)
    took.push(performance.now() - startedMs)
  }
  return { took: took.sort((a, b) => a - b) }
}

async function markMany({ belfry }, { count }) {
  const key = (i) => ({
    entityType: 'meeting',
    entityId: String(i),
    reminderType: '24h',
    userId: `person-${i % 1_000}`,
  })
  for (let first = 0; first < count; first += 1_000) {
    const length = Math.min(1_000, count - first)
    await belfry.ledger.markRemindersAsSent(Array.from({ length }, (_, i) => key(first + i)))
  }
  return {}
}

/** Things with six reminders each, by one client: made, moved by an hour, and cancelled. */
async function things({ things: verbs }, { count, startMs }) {
  const hourMs = 3_600_000
  const moments = (n, by) =>
    [24, 24, 1, 1, 0.25, 0.25].map((hours) => startMs + n * 1_000 + by * hourMs - hours * hourMs)
  const put = []
  for (let n = 0; n < count; n++) put.push(await verbs.put(n, moments(n, 0)))
  const timed = async (work) => {
    const startedMs = performance.now()
    for (let n = 0; n < count; n++) put[n] = await work(n)
    return performance.now() - startedMs
  }
  const moveMs = await timed((n) => verbs.move(n, moments(n, 1), put[n]))
  const cancelMs = await timed((n) => verbs.cancel(n, put[n]))
  return { moveMs, cancelMs }
}

/** A thousand occurrences of a daily rule; Belfry only. The first call is apart: it compiles and fills caches. */
async function preview({ belfry }, { count, times }) {
  const one = () =>
    belfry.reminders.preview({ rule: 'FREQ=DAILY', at: '2040-01-01T09:00:00', timezone: 'America/New_York', count })
  const took = []
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    const items = await one()
    if (items.length !== count) throw new Error(`only ${items.length} occurrences`)
    took.push(performance.now() - startedMs)
  }
  const [firstMs, ...rest] = took
  return { firstMs, took: rest.sort((a, b) => a - b) }
}

/** A recipient with many reminders moves to another zone and back; Belfry only. */
async function travel({ belfry }, { count, times }) {
  await belfry.recipients.put({ id: 'traveller', timezone: 'Europe/Paris' })
  const reminder = (_, i) => ({
    entity: { type: 'note', id: `travel-${i}` },
    recipient: 'traveller',
    at: `2040-01-${String((i % 28) + 1).padStart(2, '0')}T09:00:00`,
  })
  await belfry.reminders.scheduleMany(Array.from({ length: count / 2 }, reminder))
  for (let i = 0; i < count / 4; i++)
    await belfry.entities.put({
      type: 'pill',
      id: String(i),
      at: `2040-01-${String((i % 28) + 1).padStart(2, '0')}T20:00:00`,
      recipients: ['traveller'],
      plan: ['-PT1H', 'PT0S'],
    })
  const took = []
  for (let i = 0; i < times; i++) {
    const startedMs = performance.now()
    await belfry.recipients.put({ id: 'traveller', timezone: i % 2 === 0 ? 'Asia/Seoul' : 'Europe/Paris' })
    took.push(performance.now() - startedMs)
  }
  return { took: took.sort((a, b) => a - b) }
}

/** Two runs, one right after the other; what they cost in memory is what is there beyond the heap before them. */
async function sweep({ belfry }, { due }) {
  const source = { table: 'public.tasks', recipient: 'owner' }
  await belfry.sweeps.put({ name: 'tasks', every: 'PT1H', enabled: false, entityType: 'task', source })
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const first = await belfry.sweeps.run('tasks')
  const second = await belfry.sweeps.run('tasks')
  const grownMb = (process.memoryUsage.rss() - before) / 1_000_000
  if (first.reminded !== due || second.reminded !== 0) throw new Error(`reminded ${first.reminded}, ${second.reminded}`)
  return { firstMs: first.tookMs, secondMs: second.tookMs, grownMb }
}

/** Slots for many people, and beside them the answer that there is none, with the reason for each; Belfry only. */
async function suggest({ belfry }, { people, days, times }) {
  const participants = Array.from({ length: people }, (_, i) => `person-${i}`)
  const from = new Date('2040-01-02T00:00:00Z')
  const window = { from, to: new Date(from.getTime() + days * 86_400_000) }
  const timed = async (duration, isFound) => {
    const took = []
    for (let i = 0; i < times; i++) {
      const startedMs = performance.now()
      const { slots } = await belfry.slots.suggest({ participants, duration, window })
      took.push(performance.now() - startedMs)
      if (slots.length > 0 !== isFound) throw new Error(`${slots.length} slots of ${duration}`)
    }
    return took
  }
  const [firstMs, ...took] = await timed('PT1H', true)
  const hopeless = await timed('PT8H', false)
  return { firstMs, took: took.sort((a, b) => a - b), hopeless: hopeless.sort((a, b) => a - b) }
}
