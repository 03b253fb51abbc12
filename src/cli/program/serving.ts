// What `serve` and `work` have in common: open, start, wait for the word to stop, finish what is in flight.

import { BelfryError } from '../../errors.ts'
import type { Belfry, Rung } from '../../index.ts'
import { plain } from '../print/paint.ts'
import { localParts } from '../print/times.ts'
import type { Call } from './call.ts'
import type { Option } from './command.ts'

export const ringsOption: Readonly<Record<string, Option>> = {
  rings: { about: 'Shows what rings in the app, a line each; on a terminal it is always shown' },
}

/** Runs until told to stop. `start` says in words what it has started. */
export async function serveUntilStopped(call: Call, start: (belfry: Belfry) => Promise<string>): Promise<void> {
  const { terminal, settings } = call
  const level = settings.logLevel ?? (terminal.isTty.out ? 'warn' : 'info')
  const belfry = await call.open({ actor: 'server', logger: await terminal.logger(level, 'out') })
  try {
    await prepareClock(call, belfry)
    const what = await start(belfry)
    terminal.say(`Belfry runs on ${place(call)}: ${what}. Ctrl-C finishes what is in flight and stops it.\n`)
    await aborted(terminal.signal)
    terminal.say('Stopping: finishing what is in flight …\n')
  } finally {
    await belfry.close()
  }
  terminal.say('Stopped.\n')
}

export function startWorker(call: Call, belfry: Belfry): string {
  const { isTty } = call.terminal
  const onRing = isTty.err || call.has('rings') ? (rung: Rung) => call.terminal.say(ringLine(call, rung)) : undefined
  return `worker ${belfry.startWorker(onRing ? { onRing } : {}).id}`
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

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
