// npm run bench: Belfry beside its peers, on one machine, in one run. bench/README.md says what each row means.
//   --quick         smaller sizes, one repetition: a check that everything runs, not a measurement
//   --only <row>    one or more rows, by number or name, separated by commas
//   --peers none    Belfry alone (or a list: graphile-worker,pg-boss,bullmq)
//   --repeat <n>    repetitions of the throughput rows; medians are reported

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { makeArena } from './arena.js'
import { describeMachine, loadAverage } from './machine.js'
import { startPostgres } from './postgres.js'
import { ensureRedis } from './redis.js'
import { rows } from './rows.js'

const here = new URL('./', import.meta.url)
const full = {
  bulk: 200_000,
  singleEach: 2_000,
  fire: 100_000,
  backlog: 1_000_000,
  latenessSeconds: 30,
  idleLevels: [0, 100_000, 1_000_000, 10_000_000],
  idlePeers: 1_000_000,
  idleSeconds: 60,
  openSeconds: 40,
  marks: 5_000,
  things: 1_000,
  previews: 50,
  travels: 20,
  suggests: 100,
  httpEach: 600,
  httpBatches: 15,
  pages: 1_000,
  interactions: 40,
  starts: 5,
  alarmUsers: 1_000,
  swept: 1_000_000,
  sweptDue: 10_000,
  kvReminders: 200_000,
  dueLevels: [100, 200_000, 2_000_000],
  looks: 500,
  dueRounds: 10,
  listedAmong: 2_000_000,
  lists: 300,
  told: 200_000,
  toldSeconds: 60,
  rings: 100,
  firstLoads: 20,
}
const quick = {
  bulk: 20_000,
  singleEach: 200,
  fire: 10_000,
  backlog: 50_000,
  latenessSeconds: 5,
  idleLevels: [0, 100_000, 1_000_000],
  idlePeers: 100_000,
  idleSeconds: 31,
  openSeconds: 34,
  marks: 1_000,
  things: 100,
  previews: 20,
  travels: 4,
  suggests: 10,
  httpEach: 100,
  httpBatches: 5,
  pages: 200,
  interactions: 10,
  starts: 1,
  alarmUsers: 100,
  swept: 50_000,
  sweptDue: 1_000,
  kvReminders: 5_000,
  dueLevels: [100, 50_000],
  looks: 100,
  dueRounds: 3,
  listedAmong: 50_000,
  lists: 50,
  told: 3_000,
  toldSeconds: 15,
  rings: 20,
  firstLoads: 3,
}

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    peers: { type: 'string', default: 'all' },
    repeat: { type: 'string', default: '' },
  },
})

await main()

async function main() {
  const peers = flags.peers === 'all' ? null : flags.peers === 'none' ? [] : flags.peers.split(',')
  if (peers === null || peers.length > 0) installPeers()
  const redisVersion = peers === null || peers.includes('bullmq') ? ensureRedis(say) : null
  const postgres = await startPostgres()
  const leave = () => void postgres.stop().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  const options = {
    sizes: flags.quick ? quick : full,
    repeat: Number(flags.repeat) || (flags.quick ? 1 : 3),
    quick: flags.quick,
  }
  try {
    const arena = makeArena({ postgres, redisVersion, peers, say })
    const machine = await describeMachine({ postgres: postgres.version, redis: redisVersion })
    await save({ machine, quick: flags.quick })
    for (const row of chosen()) await runRow(row, arena, options)
  } finally {
    await postgres.stop()
  }
}

function chosen() {
  const only = flags.only.split(',').filter(Boolean)
  return only.length === 0 ? rows : rows.filter(({ id, number }) => only.includes(id) || only.includes(String(number)))
}

async function runRow(row, arena, options) {
  console.log(`\n${row.number}. ${row.title} (goal: ${row.goal})`)
  const loadBefore = loadAverage()
  const startedMs = performance.now()
  const found = await row.run(arena, options).catch((error) => failed(error))
  say('')
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  print(found)
  await save({}, { [row.id]: { ...found, goal: row.goal, loadBefore, loadAfter: loadAverage(), seconds } })
}

/** A row that could not be measured is said to be missed, and the others go on. */
function failed(error) {
  process.exitCode = 1
  const note = `could not be measured: ${String(error.message ?? error).split('\n')[0]}`
  console.error(error)
  return { unit: '', values: {}, best: null, ratio: null, ratios: null, met: false, note }
}

function print(found) {
  for (const [label, value] of Object.entries(found.values))
    console.log(`   ${label.padEnd(24)} ${value} ${found.unit}`)
  if (found.best) console.log(`   ratio to ${found.best}: ${found.ratio.toFixed(2)}`)
  console.log(`   ${found.met === null ? 'no peer to compare with' : found.met ? 'goal met' : 'GOAL MISSED'}`)
}

/** Rows measured in other runs stay in the file; each carries its own load. */
async function save(head, row = {}) {
  const file = new URL(`results/${flags.quick ? 'quick' : 'latest'}.json`, here)
  await mkdir(new URL('results/', here), { recursive: true })
  const before = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { rows: {} }
  const next = { ...before, ...head, rows: { ...before.rows, ...row } }
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`)
}

/** The peers are installed from their own lock file, when first needed. */
function installPeers() {
  if (existsSync(new URL('peers/node_modules/bullmq', here))) return
  say('installing the peers')
  const args = ['ci', '--prefix', new URL('peers', here).pathname, '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Progress: one line that is written over on a terminal, a line each elsewhere. */
function say(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else if (text && Date.now() - say.saidMs > 5_000) {
    say.saidMs = Date.now()
    process.stderr.write(`   … ${text}\n`)
  }
}
say.saidMs = 0
