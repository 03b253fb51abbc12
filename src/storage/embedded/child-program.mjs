// A Belfry in a process of its own, for processes.test.ts: starts the database, says so in one line of JSON, and does
// what its standard input says. `node child-program.mjs <compiled embedded.js> <data directory>`

import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [module, dataDir] = process.argv.slice(2)
const { startEmbedded } = await import(pathToFileURL(module).href)
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

process.on('SIGINT', () => say({ interrupted: true }))
say({ booted: true })
const database = await startEmbedded({ dataDir, logger: quiet })
say({ pid: database.pid, adopted: database.adopted, connection: database.connection })

const lines = createInterface({ input: process.stdin })
lines.once('line', async (line) => {
  if (line === 'close') await database.close()
  // Otherwise just stop listening: nothing of the database may keep the process alive.
  lines.close()
  process.stdin.destroy()
})
