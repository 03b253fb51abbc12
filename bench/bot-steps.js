// Steps of what a Telegram bot with many reminders needs; Belfry only.

import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openKv } from '@deno/kv'

export const botSteps = { dueCheck, listAndDelete, writeKv, importKv, tellAll }

const sorted = (took) => took.sort((a, b) => a - b)

/** How long a worker takes to look, with nothing due and with `due` that a hold keeps from going out; then how late the last of so many is. */
async function dueCheck({ belfry, work }, { due, times, rounds }) {
  const sentMs = []
  let worker
  const onStart = (started) => {
    worker = started
  }
  const stop = await work(() => sentMs.push(nowMs()), { onStart })
  const look = async () => {
    const startedMs = performance.now()
    await looked(worker)
    return performance.now() - startedMs
  }
  for (let i = 0; i < 100; i++) await look()
  const timed = async () => {
    const took = []
    for (let i = 0; i < times; i++) took.push(await look())
    return sorted(took)
  }
  const nothing = await timed()
  await belfry.holds.hold({ reason: 'to look at what is due' })
  await schedule(belfry, 'held', due, Date.now() - 1_000)
  const some = await timed()
  await belfry.holds.release({})
  await until(() => sentMs.length >= due)
  const late = []
  for (let round = 0; round < rounds; round++) {
    sentMs.length = 0
    const dueMs = Date.now() + 1_000
    await schedule(belfry, `round-${round}`, due, dueMs)
    await until(() => sentMs.length >= due)
    late.push(Math.max(...sentMs) - dueMs)
  }
  await stop()
  return { nothing, some, late: sorted(late) }
}

const nowMs = () => performance.timeOrigin + performance.now()

async function until(isSo) {
  for (let i = 0; !isSo(); i++) {
    if (i > 30_000) throw new Error('it did not happen')
    await wait(1)
  }
}

/** A look that begins after this call, and finds nothing to do. */
function looked(worker) {
  const { looks } = worker
  return new Promise((resolve) => {
    const check = ({ look }) => {
      if (look <= looks) return worker.wake()
      worker.events.off('idle', check)
      resolve()
    }
    worker.events.on('idle', check)
    worker.wake()
  })
}

async function schedule(belfry, name, count, dueMs, recipient = (i) => `person-${i}`) {
  const reminder = (_, i) => ({
    ...{
      entity: { type: 'note', id: `${name}-${i}` },
      recipient: recipient(i),
      at: new Date(dueMs),
      title: 'Call mom',
    },
  })
  await belfry.reminders.scheduleMany(Array.from({ length: count }, reminder))
}

/** The list of somebody with many reminders, a page of it, and one of them deleted. */
async function listAndDelete({ belfry }, { reminders, times }) {
  const recipient = 'lister'
  await belfry.recipients.put({ id: recipient })
  await schedule(belfry, 'listed', reminders, Date.UTC(2040, 5, 1), () => recipient)
  const timed = async (work) => {
    const took = []
    for (let i = 0; i < times + 20; i++) {
      const startedMs = performance.now()
      await work(i)
      took.push(performance.now() - startedMs)
    }
    return sorted(took.slice(20))
  }
  const page = await timed(() => belfry.reminders.list({ recipient, limit: 10 }))
  const long = await timed(() => belfry.reminders.list({ recipient, limit: 200 }))
  const { items: some } = await belfry.reminders.list({ recipient, limit: 200 })
  const { items: more } = await belfry.reminders.list({
    recipient,
    limit: 200,
    cursor: (await belfry.reminders.list({ recipient, limit: 200 })).nextCursor,
  })
  const ids = [...some, ...more].map(({ id }) => id)
  const deleted = await timed(async (i) => {
    const { cancelled } = await belfry.reminders.cancel(ids[i])
    if (!cancelled) throw new Error(`${ids[i]} was not deleted`)
  })
  return { page, long, deleted }
}

/** A Deno KV file as the bot leaves it: each reminder under its user and under its time. */
async function writeKv(_, { file, count, users }) {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  const kv = await openKv(file)
  const each = 250
  for (let first = 0; first < count; first += each) {
    let write = kv.atomic()
    for (let n = first; n < Math.min(count, first + each); n++) {
      const reminderId = `${(n * 2_654_435_761) % 2 ** 32}-${n}`
      const reminderUserId = 100_000_000 + (n % users)
      const reminderDate = new Date(Date.UTC(2040, 0, 1) + n * 1_000)
      write = write
        .set(['reminders_by_user', reminderUserId, reminderId], {
          ...{
            reminderString: `Call mom, the ${n}th time`,
            reminderDate,
            reminderToDateString: reminderDate.toString(),
          },
          ...{ reminderId, reminderUserId, createdAt: new Date(Date.UTC(2026, 0, 1) + n) },
        })
        .set(['reminders_by_time', reminderDate.toISOString(), reminderId], { userId: reminderUserId, reminderId })
    }
    await write.commit()
    process.send?.({ progress: first })
  }
  kv.close()
  return {}
}

/** Twice: the second time everything is there. */
async function importKv({ belfry }, { file, count, users }) {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const run = async () => {
    const startedMs = performance.now()
    const cpu = process.cpuUsage()
    const onProgress = ({ read }) => {
      most = Math.max(most, process.memoryUsage.rss())
      process.send?.({ progress: read })
    }
    const report = await belfry.import.denoKv({ database: file }, { onProgress })
    const { user, system } = process.cpuUsage(cpu)
    return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1_000, report }
  }
  const first = await run()
  const second = await run()
  const { scheduled, recipientsCreated, refusedCount } = first.report
  if (
    scheduled !== count ||
    recipientsCreated !== Math.min(users, count) ||
    refusedCount !== 0 ||
    second.report.alreadyThere !== count
  )
    throw new Error(`imported ${scheduled} for ${recipientsCreated}, then found ${second.report.alreadyThere}`)
  return { firstMs: first.ms, secondMs: second.ms, cpuMs: first.cpuMs, grownMb: (most - before) / 1_000_000 }
}

/**
 * A worker with a Telegram channel, for so long or until it is stopped. Belfry's clock goes `lapse` times as fast as real time. Memory is
 * looked at now and then, after a collection.
 */
async function tellAll({ belfry, work }, { fromMs, lapse, forMs, everyMs }) {
  const memory = []
  const look = () => {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    memory.push({ heapMb: heapUsed / 1e6, rssMb: rss / 1e6 })
  }
  const stopping = new Promise((resolve) => process.on('message', ({ say }) => say === 'stop' && resolve()))
  await belfry.clock.set(new Date(fromMs))
  const startedMs = performance.now()
  const stop = await work()
  const ticker = setInterval(look, everyMs)
  let isOver = false
  const over = Promise.race([stopping, wait(forMs)]).then(() => {
    isOver = true
  })
  let atMs = fromMs
  while (!isOver) {
    atMs = fromMs + (performance.now() - startedMs) * lapse
    await belfry.clock.set(new Date(atMs))
    await wait(100)
  }
  await over
  clearInterval(ticker)
  look()
  await stop()
  return { memory, atMs }
}
