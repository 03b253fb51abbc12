// How the whole installation is doing, all tenants together, at a cost that does not follow the sizes of the tables: small
// numbers are counted, large ones are PostgreSQL's estimates, and each says which it is.

import type { Database } from './database.ts'

export interface Count {
  readonly value: number
  /** `at_least`: there are more than it was counted to, and nobody has an estimate. */
  readonly precision: 'exact' | 'estimate' | 'at_least'
}

export type AttentionState = 'failed' | 'unknown' | 'quarantined'
/** What a hold covers: everything, a tenant, a channel, or a channel of a tenant. */
export type HoldReach = 'all' | 'tenant' | 'channel' | 'tenant_channel'

export interface Stats {
  readonly now: Date
  /** Reminders whose moment has come and that are not fired yet, held ones too. */
  readonly due: Count
  /** The earliest moment among them; null when nothing is due. */
  readonly oldestDueAt: Date | null
  /** Reminders with a moment, come or to come. */
  readonly reminders: Count
  /** Deliveries in `pending`: retries, later channels, fallbacks that stand by, what found no free place. */
  readonly waiting: Count
  /** Deliveries that need a person. */
  readonly attention: Readonly<Record<AttentionState, Count>>
  readonly holds: Readonly<Record<HoldReach, number>>
  /** What SQL functions asked for and no worker has resolved yet. */
  readonly requests: Count
}

interface StatsRow {
  readonly now_ms: number
  readonly reminders: number
  readonly due: number
  readonly first_ms: number | null
  readonly waiting: number
  readonly attention: Readonly<Partial<Record<AttentionState, number>>>
  readonly holds: Readonly<Partial<Record<HoldReach, number>>>
  readonly requests: number
  /** Null or -1: PostgreSQL has not looked yet. */
  readonly reminders_about: number | null
  readonly waiting_about: number | null
  readonly attention_about: number | null
}

const countMax = 10_000
/** Each of these is a look into the table: 16 MB at the worst, where ten thousand would be 80. */
const attentionMax = 2_000

export async function readStats(db: Database): Promise<Stats> {
  const [row] = await db.run<StatsRow>('stats', [countMax + 1, attentionMax + 1])
  const { now_ms, due, first_ms, attention, holds } = row!
  const isDue = first_ms !== null && first_ms <= now_ms
  return {
    now: new Date(now_ms),
    due: counted(due, null),
    oldestDueAt: isDue ? new Date(first_ms) : null,
    reminders: counted(row!.reminders, row!.reminders_about),
    waiting: counted(row!.waiting, row!.waiting_about),
    attention: attentionOf(attention, row!.attention_about),
    holds: {
      all: holds.all ?? 0,
      tenant: holds.tenant ?? 0,
      channel: holds.channel ?? 0,
      tenant_channel: holds.tenant_channel ?? 0,
    },
    requests: counted(row!.requests, null),
  }
}

function counted(known: number, about: number | null): Count {
  if (known <= countMax) return { value: known, precision: 'exact' }
  // An estimate below what was counted is an old one.
  return about !== null && about > countMax
    ? { value: Math.round(about), precision: 'estimate' }
    : { value: countMax, precision: 'at_least' }
}

/** Beyond what was read, the states are taken to be mixed as in what was. */
function attentionOf(read: StatsRow['attention'], about: number | null): Stats['attention'] {
  const { failed = 0, unknown = 0, quarantined = 0 } = read
  const known = failed + unknown + quarantined
  const isAll = known <= attentionMax
  const scale = isAll ? 1 : Math.max(1, (about ?? 0) / known)
  const precision = isAll ? 'exact' : scale > 1 ? 'estimate' : 'at_least'
  const count = (value: number): Count => ({ value: Math.round(value * scale), precision })
  return { failed: count(failed), unknown: count(unknown), quarantined: count(quarantined) }
}
