// Reminders of an export: described in the words of `schedule`, and with how far they have come where they repeat or were
// snoozed. They are written as `schedule` writes them; what lives here already is left alone.

import { readClock } from '../engine/clock.ts'
import type { Context } from '../engine/context.ts'
import { planFirst, planSeries } from '../engine/first-moment.ts'
import { bucketOf, reminderId } from '../engine/key.ts'
import type { Person, Planned } from '../engine/planning.ts'
import { readSchedule, type Wanted } from '../engine/reminder.ts'
import { afterConclusion } from '../engine/repeat.ts'
import type { WriteRow } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { readInteger, readObject } from '../input.ts'
import { peopleOf } from './known.ts'
import { asOutcome, type Item, inHalves, type Outcome } from './tenant-outcome.ts'
import { type ReadSeries, readSeries, seriesPlanned } from './tenant-series.ts'
import { requireTime } from './values.ts'
import { writeOfKnown } from './write.ts'

const scheduleFields = [
  'entity',
  'recipient',
  'at',
  'timezone',
  'rule',
  'repeat',
  'missed',
  'tolerance',
  'title',
  'body',
]
const fields = [
  ...scheduleFields,
  ...[
    'reminderType',
    'data',
    'channels',
    'fallback',
    'critical',
    'usefulUntil',
    'generation',
    'snoozedUntil',
    'ring',
    'series',
  ],
]

interface Draft {
  readonly index: number
  readonly id: string
  readonly bucket: number
  readonly wanted: Wanted
  readonly generation: number
  readonly usefulUntilMs: number | null
  readonly snoozedUntilMs: number | null
  /** The last of a nag, put off: which one it was. */
  readonly ring: number | null
  readonly series: ReadSeries | null
}

export async function takeReminders(context: Context, items: readonly Item[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = items.map(() => 'unchanged')
  const drafts = readDrafts(context, items, outcomes)
  const rows = await planned(context, await withoutLiving(context, drafts), outcomes)
  const written = await inHalves(rows, (some) => write(context, some))
  for (const [i, { index }] of rows.entries()) outcomes[index] = written[i]!
  return outcomes
}

function readDrafts(context: Context, items: readonly Item[], outcomes: Outcome[]): Draft[] {
  const drafts = new Map<string, Draft>()
  for (const [index, { value }] of items.entries()) {
    try {
      const draft = readDraft(context, value, index)
      // Named twice, it is known the second time.
      if (!drafts.has(draft.id)) drafts.set(draft.id, draft)
    } catch (error) {
      outcomes[index] = asOutcome(error)
    }
  }
  return [...drafts.values()]
}

function readDraft(context: Context, line: Readonly<Record<string, unknown>>, index: number): Draft {
  const { reminderType, usefulUntil, generation, snoozedUntil, ring, series, ...rest } = readObject(line, fields, '')
  const wanted = readSchedule(
    { ...rest, ...(reminderType === undefined ? {} : { kind: reminderType }) },
    context.channels,
  )
  const { entityType, entityId, kind, recipient } = wanted
  const id = reminderId({ tenant: context.tenant, entityType, entityId, kind, recipient })
  return {
    index,
    id,
    bucket: bucketOf(id),
    wanted,
    generation: generation === undefined ? 1 : readInteger(generation, '/generation', 1, 2 ** 31 - 1),
    usefulUntilMs: usefulUntil === undefined ? null : requireTime(usefulUntil, 'UTC', '/usefulUntil'),
    snoozedUntilMs: snoozedUntil === undefined ? null : requireTime(snoozedUntil, 'UTC', '/snoozedUntil'),
    ring: ring === undefined ? null : readInteger(ring, '/ring', 1, 1_000),
    series: series === undefined || wanted.repeat === null ? null : readSeries(series),
  }
}

async function withoutLiving(context: Context, drafts: readonly Draft[]): Promise<Draft[]> {
  if (drafts.length === 0) return []
  const columns = [drafts.map(({ bucket }) => bucket), drafts.map(({ id }) => id)]
  const rows = await context.db.run<{ living: boolean }>('import-living', [context.tenant, ...columns])
  return drafts.filter((_, i) => !rows[i]!.living)
}

interface Row extends WriteRow {
  readonly index: number
}

async function planned(context: Context, drafts: readonly Draft[], outcomes: Outcome[]): Promise<Row[]> {
  const people = await peopleOf(
    { context },
    drafts.map(({ wanted }) => wanted.recipient),
  )
  const { now } = await readClock(context)
  return drafts.flatMap((draft) => {
    try {
      const person = people.get(draft.wanted.recipient)
      if (!person) throw unknownRecipient(draft)
      return rowOf(context, draft, person, now.getTime()) ?? []
    } catch (error) {
      outcomes[draft.index] = asOutcome(error)
      return []
    }
  })
}

/** Null for a series that has nothing more to come. */
function rowOf({ rules }: Context, draft: Draft, person: Person, nowMs: number): Row | null {
  const { index, id, bucket, wanted, generation, series } = draft
  const at = { nowMs, rules }
  if (!series) return { index, id, bucket, wanted, generation, since: generation, planned: once(draft, person, at) }
  const row = seriesPlanned(planSeries(wanted, person, at), series)
  // What rang of it is no obstacle: the series is past that.
  const write = { index, id, bucket, wanted, generation, since: generation + 1 }
  const isInFlight = row.dueMs === null && !series.paused && row.repeat?.kind !== 'after_completion'
  if (!isInFlight || !row.repeat) return { ...write, planned: row }
  // Its ring was being sent, and nobody here will hear how that ended.
  const going = { ...row, repeat: row.repeat, generation, critical: wanted.critical }
  const next = afterConclusion(going, 'unknown', person, at)
  return next.kind === 'rings' ? { ...write, planned: next.planned } : null
}

function once(
  { wanted, usefulUntilMs, snoozedUntilMs, ring }: Draft,
  person: Person,
  at: { nowMs: number; rules: Context['rules'] },
): Planned {
  if (snoozedUntilMs === null) {
    const usefulUntil = usefulUntilMs === null ? null : new Date(usefulUntilMs)
    return named(planFirst({ ...wanted, usefulUntil }, person, at), ring)
  }
  const first = named(planFirst(wanted, person, at), ring)
  const untilMs = usefulUntilMs ?? snoozedUntilMs + wanted.toleranceMs
  return { ...first, dueMs: snoozedUntilMs, usefulUntilMs: untilMs, plannedMs: null, adjusted: 'snoozed' }
}

function named(planned: Planned, ring: number | null): Planned {
  return ring === null ? planned : { ...planned, occurrence: `${planned.occurrence}#${ring}` }
}

async function write(context: Context, rows: readonly Row[]): Promise<Outcome[]> {
  const { there, versions } = await writeOfKnown(context, rows)
  return rows.map((row) =>
    !there.has(row.wanted.recipient) ? unknownRecipient(row) : versions.has(row.id) ? 'created' : 'unchanged',
  )
}

function unknownRecipient({ wanted: { recipient } }: { readonly wanted: Pick<Wanted, 'recipient'> }): BelfryError {
  return new BelfryError('unknown_recipient', `There is no recipient ${JSON.stringify(recipient.slice(0, 60))}.`, {
    field: '/recipient',
    accepted: 'the id of a recipient; its line comes first',
  })
}
