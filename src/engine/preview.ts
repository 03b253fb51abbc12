// Preview: the next occurrences of a description, without writing anything: when each would ring, on which clock, and what was
// adjusted, in words.

import { BelfryError } from '../errors.ts'
import { readInteger, readObject, readText } from '../input.ts'
import { limits } from '../limits.ts'
import { formatLocal } from '../time/local.ts'
import { type Note, noteWords } from '../time/recurrence/notes.ts'
import type { Occurrence } from '../time/recurrence/recurrence.ts'
import { Budget, occurrences } from '../time/recurrence/recurrence.ts'
import { canonicalZone, instantToLocal, localToInstant } from '../time/zone.ts'
import { instantAt } from '../time/zone-rules.ts'
import { readClock } from './clock.ts'
import type { Context } from './context.ts'
import { planFirst } from './first-moment.ts'
import { type Person, type Planned, place, zoneOf } from './planning.ts'
import { readSchedule, type ScheduleInput, type Wanted } from './reminder.ts'
import { afterConclusion, type Series } from './repeat.ts'

export interface PreviewInput extends Partial<Omit<ScheduleInput, 'entity' | 'kind' | 'recipient'>> {
  /** Whose zone and quiet hours count. Left out: `timezone`, and no quiet hours. */
  readonly recipient?: string
  /** How many. Default 5, at most 1,000. */
  readonly count?: number
}

export interface PreviewItem {
  /** The occurrence's identity: the local time before any shift. */
  readonly occurrence: string
  readonly instant: Date
  /** What the clocks of the zone show then. */
  readonly local: string
  readonly timezone: string
  /** What was adjusted, in words: "31st → 30th", "02:30 does not exist, 03:30". */
  readonly notes: readonly string[]
  /** The same as facts. */
  readonly noted: readonly PreviewNote[]
}

export type PreviewNote = Note | { readonly what: 'adjusted'; readonly how: Adjusted }
type Adjusted = NonNullable<Planned['adjusted']>

const countMax = 1_000
const quietWords = {
  deferred: 'quiet hours: after them',
  advanced: 'quiet hours: before they begin',
  in_app_only: 'quiet hours: in the app only',
  spaced: 'a little later: another alarm has that moment',
  snoozed: 'snoozed',
  paused: 'after a pause',
} as const satisfies Record<Adjusted, string>

function sayNote(note: PreviewNote): string {
  return note.what === 'adjusted' ? quietWords[note.how] : noteWords(note)
}

export async function previewOccurrences(context: Context, input: PreviewInput): Promise<PreviewItem[]> {
  const { count = 5, recipient, ...rest } = readObject(input, previewFields, '') as PreviewInput
  readInteger(count, '/count', 1, countMax)
  const described = { ...rest, entity: { type: 'preview', id: 'preview' }, recipient: recipient ?? 'nobody' }
  const wanted = readSchedule(described, context.channels)
  const person = await personOf(context, recipient, wanted.timezone)
  const { now } = await readClock(context)
  const at = { nowMs: now.getTime(), rules: context.rules, budget: new Budget(limits.ruleStepsMax) }
  const first = planFirst(wanted, person, at)
  if (first.repeat?.rule) return previewRule(first, count, person, { ...at, critical: wanted.critical })
  return previewRings(wanted, first, count, person, { ...at, critical: wanted.critical })
}

const previewFields = [
  ...['at', 'timezone', 'in', 'rule', 'repeat', 'missed', 'title', 'body', 'data', 'channels', 'fallback'],
  ...['usefulUntil', 'tolerance', 'critical', 'again', 'recipient', 'count'],
]

async function personOf(context: Context, recipient: string | undefined, timezone: string | null): Promise<Person> {
  if (recipient === undefined) return { timezone: timezone ?? 'UTC', quietHours: null }
  const id = readText(recipient, '/recipient', { bytesMax: 256 })
  const [row] = await context.db.run<{ timezone: string; quiet_hours: Person['quietHours'] }>('recipients', [
    ...[context.tenant, id, null, 1],
  ])
  if (!row)
    throw new BelfryError('unknown_recipient', 'There is no such recipient.', {
      field: '/recipient',
      accepted: 'the id of a recipient, or nothing',
    })
  return { timezone: canonicalZone(row.timezone), quietHours: row.quiet_hours }
}

interface At {
  readonly nowMs: number
  readonly critical: boolean
  readonly rules: Context['rules']
  readonly budget: Budget
}

function previewRule(first: Planned, count: number, person: Person, at: At): PreviewItem[] {
  const { repeat } = first
  const zone = zoneOf(first, person)
  const items: PreviewItem[] = []
  const from = { after: at.nowMs, rules: at.rules, budget: at.budget }
  for (const one of occurrences(repeat!.rule!, repeat!.start!, zone, from)) {
    const item = itemOf(one, first, person, zone, at)
    // What quiet hours hold back rings once.
    if (item.instant > (items.at(-1)?.instant ?? 0)) items.push(item)
    if (items.length === count) break
  }
  return items
}

function itemOf(one: Occurrence, first: Planned, person: Person, zone: string, at: At): PreviewItem {
  const plain = { occurrence: one.nominal, timezone: zone }
  if (person.quietHours === null)
    return { ...plain, instant: new Date(one.instant), local: one.local, ...noting(one.noted) }
  const useful = { untilMs: null, toleranceMs: first.repeat?.toleranceMs ?? 0 }
  const placed = place(first, one.instant, useful, person, at)
  const noted = [...one.noted, ...adjustedNote(placed)]
  const instantMs = placed.dueMs ?? one.instant
  return { ...plain, instant: new Date(instantMs), local: localOf(instantMs, zone, at), ...noting(noted) }
}

function noting(noted: readonly PreviewNote[]): Pick<PreviewItem, 'notes' | 'noted'> {
  return { notes: noted.map(sayNote), noted }
}

function adjustedNote({ adjusted }: Planned): PreviewNote[] {
  return adjusted ? [{ what: 'adjusted', how: adjusted }] : []
}

/** A single moment, or growing intervals, as if every ring were delivered at once. What waits for somebody shows its first. */
function previewRings(wanted: Wanted, first: Planned, count: number, person: Person, at: At): PreviewItem[] {
  const items: PreviewItem[] = []
  let planned: Planned | null = first
  while (planned && planned.dueMs !== null && items.length < count) {
    items.push(ringItem(planned, person, at))
    if (!planned.repeat) break
    const series: Series = { ...planned, repeat: planned.repeat, critical: wanted.critical, generation: 1 }
    const next = afterConclusion(series, 'sent', person, { ...at, nowMs: planned.dueMs })
    planned = next.kind === 'rings' ? next.planned : null
  }
  return items
}

function ringItem(planned: Planned, person: Person, at: At): PreviewItem {
  const zone = zoneOf(planned, person)
  const dueMs = planned.dueMs ?? 0
  const isLocal = /^\d{4}-\d\d-\d\dT[\d:.]+(~2)?$/.test(planned.occurrence)
  const resolved = isLocal ? localToInstant(planned.occurrence, zone, at.rules) : null
  const shown = timeOf(localOf(dueMs, zone, at))
  const gap: PreviewNote[] =
    resolved?.kind === 'gap' ? [{ what: 'gap', wanted: timeOf(planned.occurrence), shown }] : []
  return {
    occurrence: planned.occurrence,
    timezone: zone,
    instant: new Date(dueMs),
    local: localOf(dueMs, zone, at),
    ...noting([...gap, ...adjustedNote(planned)]),
  }
}

function localOf(ms: number, zone: string, { rules }: At): string {
  return formatLocal(instantToLocal(instantAt(ms), zone, rules))
}

function timeOf(local: string): string {
  return local.slice(11, 16)
}
