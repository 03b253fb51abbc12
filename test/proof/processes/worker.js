// One or more workers in a process of their own, to be killed, frozen and stopped from outside. Its one argument is JSON.

import { connectSink } from './sink-channel.js'

const config = JSON.parse(process.argv[2])
// A process whose wall clock is wrong: what is due must not depend on it.
if (config.clockShiftMs) {
  const realNow = Date.now
  Date.now = () => realNow() + config.clockShiftMs
}

const { createBelfry } = await import(config.entry)
const sink = connectSink(config.sinkPort)
await sink.ready

const say = (message) => process.connected && process.send(message)
const troubles = (level) => (fields, message) => say({ trouble: { level, message, ...fields } })
const belfry = await startWithRetries({
  database: config.database,
  migrate: false,
  channels: config.channels.map(sink.channel),
  defaultChannels: [config.channels[0].name],
  logger: { debug() {}, info() {}, warn() {}, error: troubles('error') },
})
const workers = Array.from({ length: config.workers ?? 1 }, () => belfry.startWorker(config.worker))
for (const worker of workers) {
  worker.events.on('attempted', ({ outcome }) => outcome === 'returned' && say({ returned: 1 }))
  worker.events.on('database', ({ state }) => say({ database: state }))
}

/** As a supervisor would: a process that starts while the database is away is started again. */
async function startWithRetries(options) {
  for (let tries = 0; ; tries++) {
    try {
      return await createBelfry(options)
    } catch (error) {
      if (error.code !== 'database_unavailable' || tries === 300) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

process.on('SIGTERM', async () => {
  await belfry.close()
  process.exit(0)
})
// Nobody is left to watch: no process outlives the proof.
process.on('disconnect', () => process.exit(1))
say({ ready: true, workers: workers.map(({ id }) => id) })
