// What `serve` and `work` have in common: open, start, wait for the word to stop, finish what is in flight.

import { BelfryError } from '../../errors.ts'
import type { Belfry, Logger, Rung } from '../../index.ts'
import { createMetrics, type Metrics } from '../../observe/metrics.ts'
import { type Reporting, startReporting } from '../../observe/reporting.ts'
import { plain } from '../print/paint.ts'
import { localParts } from '../print/times.ts'
import { belfryVersion } from './belfry-version.ts'
import type { Call } from './call.ts'
import type { Option } from './command.ts'

export const ringsOption: Readonly<Record<string, Option>> = {
  rings: { about: 'Shows what rings in the app, a line each; on a terminal it is always shown' },
}

/** One thing that runs: in words what it is, and how it ends. */
export interface Part {
  readonly what: string
  close(): Promise<void>
  /** It has ended by itself, for this reason: then everything ends, and so does the program, with an error. */
  readonly ended?: Promise<BelfryError>
}

/** What parts of a server stand on. */
export interface Ground {
  readonly call: Call
  readonly belfry: Belfry
  readonly logger: Logger
  readonly metrics: Metrics
  readonly reporting: Reporting
}

/** Runs until told to stop. */
export async function serveUntilStopped(
  call: Call,
  start: readonly ((ground: Ground) => Promise<Part>)[],
): Promise<void> {
  const { terminal } = call
  const ground = await prepare(call)
  const parts: Part[] = []
  try {
    await prepareClock(call, ground.belfry)
    for (const one of start) parts.push(await one(ground))
    const what = parts.map((part) => part.what).join(', ') || 'nothing to do'
    terminal.say(`Belfry runs on ${place(call)}: ${what}. Ctrl-C finishes what is in flight and stops it.\n`)
    const ended = await Promise.race([aborted(terminal.signal), ...parts.flatMap((part) => part.ended ?? [])])
    terminal.say('Stopping: finishing what is in flight …\n')
    if (ended) throw ended
  } finally {
    // Together: a client that reads slowly must not keep a worker from finishing what is in flight.
    await Promise.allSettled(parts.map((part) => part.close()))
    ground.metrics.close()
    await ground.belfry.close()
    await ground.reporting.close()
  }
  terminal.say('Stopped.\n')
}

async function prepare(call: Call): Promise<Ground> {
  const { terminal, settings } = call
  const level = settings.logLevel ?? (terminal.isTty.out ? 'warn' : 'info')
  const logger = await terminal.logger(level, 'out')
  const sweeps = settings.sweeps ? { sweeps: settings.sweeps } : {}
  const belfry = await call.open({ actor: 'server', logger, roles: true, ...sweeps })
  const version = belfryVersion()
  const reporting = await startReporting({ dsn: settings.sentryDsn, belfry, logger, release: `belfry@${version}` })
  const metrics = createMetrics({ belfry, version, reports: () => reporting.counts() })
  return { call, belfry, logger, metrics, reporting }
}

export async function startWorker({ call, belfry, metrics, reporting }: Ground): Promise<Part> {
  const { isTty } = call.terminal
  const onRing = isTty.err || call.has('rings') ? (rung: Rung) => call.terminal.say(ringLine(call, rung)) : undefined
  const worker = belfry.startWorker(onRing ? { onRing } : {})
  metrics.observe(worker)
  reporting.observe(worker)
  return { what: `worker ${worker.id}`, close: () => worker.stop() }
}

function ringLine(call: Call, { tenant, recipient, title, body, timezone, at }: Rung): string {
  const who = tenant === call.settings.tenant ? recipient : `${tenant}/${recipient}`
  return `${localParts(at, timezone).seconds}  ${plain(who)}  ${plain(title ?? body ?? '')}\n`
}

/** A driven clock begins to stand where it is. A server that takes it for a real one would wait for ever. */
async function prepareClock(call: Call, belfry: Belfry): Promise<void> {
  const { now, driven } = await belfry.clock.read()
  if (call.settings.clock === 'driven') {
    if (!driven) await belfry.clock.set(now)
    call.banner(now)
    return
  }
  if (!driven) return
  throw new BelfryError('invalid_input', `The clock of this database is driven; it stands at ${now.toISOString()}.`, {
    field: '/clock',
    accepted: 'BELFRY_CLOCK=driven, or belfry clock --real before',
  })
}

function place({ settings }: Call): string {
  return settings.database === null ? `its own PostgreSQL in ${settings.dataDir}` : 'the database of DATABASE_URL'
}

async function aborted(signal: AbortSignal): Promise<null> {
  if (signal.aborted) return null
  return await new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
}
