// Belfry's own sweeps: rows and runs like any other, of no tenant. To add one is a line here.

import { syncDueCalendars } from '../calendars/due.ts'
import { ourMeetings } from '../calendars/our-meetings.ts'
import { cleanupChats } from '../chats/cleanup.ts'
import type { Context } from '../engine/context.ts'
import { resolveZones } from '../entities/zones.ts'
import { cleanupOldReminders } from '../ledger/cleanup.ts'
import type { Logger } from '../log.ts'
import { expireMeetings } from '../meetings/end.ts'
import { resolveMeetings } from '../meetings/zones.ts'
import type { Tally } from './tally.ts'

export interface BuiltInGround {
  readonly context: Context
  readonly logger: Logger
  /** How long the ledger is kept; null: forever. */
  readonly retentionDays: number | null
}

export interface BuiltIn {
  readonly every: string
  /** It looks often: a run that found nothing leaves no trace, and a process has one at a time. */
  readonly looksOften?: boolean
  /** Whether this process runs it. */
  isOn(ground: BuiltInGround): boolean
  run(ground: BuiltInGround, tally: Tally, signal: AbortSignal): Promise<void>
}

export const builtIns: Readonly<Record<string, BuiltIn>> = {
  calendars: { every: 'PT1M', looksOften: true, isOn: () => true, run: readCalendars },
  chats: { every: 'P1D', isOn: () => true, run: forgetChats },
  retention: { every: 'P1D', isOn: ({ retentionDays }) => retentionDays !== null, run: retain },
  meetings: { every: 'PT1M', looksOften: true, isOn: () => true, run: expire },
  zones: { every: 'PT1H', isOn: () => true, run: resolveAgain },
}

/** Each has its own schedule; this only looks which have come due. */
async function readCalendars({ context, logger }: BuiltInGround, tally: Tally, signal: AbortSignal): Promise<void> {
  const { read, failed } = await syncDueCalendars(context, logger, { ours: ourMeetings, signal })
  tally.examined += read + failed
}

/** Whether the ledger is kept or not: nobody needs these any more. */
async function forgetChats({ context }: BuiltInGround, tally: Tally): Promise<void> {
  tally.examined += await cleanupChats(context)
}

const tenantsAtOnce = 100
/** For charts over a month: they are small, but one a minute and process. */
const pulseDays = 31

/** Of every tenant: what is older goes. */
async function retain({ context, logger, retentionDays }: BuiltInGround, tally: Tally): Promise<void> {
  const days = retentionDays!
  for (let after = ''; ; ) {
    const tenants = await context.db.run<{ id: string }>('tenants', [null, after, tenantsAtOnce])
    for (const { id: tenant } of tenants)
      tally.examined += await cleanupOldReminders({ ...context, tenant }, logger, days)
    if (tenants.length < tenantsAtOnce) break
    after = tenants.at(-1)!.id
  }
  await context.db.run('forget-runs', [days])
  await context.db.run('forget-pulses', [pulseDays])
}

/** What nobody has answered. Whoever asks before is told so by the clock alone. */
async function expire({ context }: BuiltInGround, tally: Tally): Promise<void> {
  tally.examined += await expireMeetings(context)
}

/** A process with an older time-zone database may have written meanwhile. */
async function resolveAgain({ context }: BuiltInGround, tally: Tally): Promise<void> {
  const { failures } = await resolveMeetings(context)
  if (failures.length > 0) throw failures[0]
  const { checked } = await resolveZones(context)
  tally.examined += checked
}
