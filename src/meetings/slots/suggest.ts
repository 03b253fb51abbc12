// Slots that suit everybody. One look at the clock, at the people, at what they have declared and at what takes their time, however many
// they are; the rest is arithmetic (search.ts).

import { setImmediate as turn } from 'node:timers/promises'
import { readClock } from '../../engine/clock.ts'
import type { Context } from '../../engine/context.ts'
import { readInteger, readObject, readText, refuse } from '../../input.ts'
import { limits } from '../../limits.ts'
import { durationMs, durationText } from '../../time/duration.ts'
import type { Range } from '../../time/ranges.ts'
import { localTimeOf } from '../../time/show.ts'
import { type SpansOf, spansWithin } from '../../time/spans.ts'
import { canonicalZone } from '../../time/zone.ts'
import { readDeclared } from '../availability/declared.ts'
import { availableRanges } from '../availability/expand.ts'
import { readParticipants, readZones } from '../availability/people.ts'
import { readTaken } from '../availability/taken.ts'
import { readWindow } from '../availability/window.ts'
import { readBuffers } from './buffers.ts'
import { reasonsOf } from './reasons.ts'
import { chooseSlots, freeFor, freeTogether, type Seeker, type Sought } from './search.ts'
import type { Suggested, SuggestInput } from './slots.ts'

const minuteMs = 60_000
const durationDaysMax = 7
const granularityDefault = 'PT15M'
const granularityMinMs = 5 * minuteMs
const limitDefault = 10

const fields = ['participants', 'duration', 'window', 'granularity', 'buffers', 'limit']

export async function suggestSlots(context: Context, input: SuggestInput): Promise<Suggested> {
  const value = readObject(input, fields, '')
  const participants = readParticipants(value.participants)
  const wanted = readWanted(value)
  const given = readObject(value.window, ['from', 'to', 'timezone'], '/window')
  const named = given.timezone === undefined ? undefined : readZone(given.timezone)
  const fieldOf = (id: string) => `/participants/${(value.participants as string[]).indexOf(id)}`
  const zones = await readZones(context, participants, fieldOf)
  const sought: Sought = { ...wanted, timezone: named ?? zones[0]! }
  const defaultTimezone = sought.timezone
  const asked = readWindow(context, { from: given.from, to: given.to, timezone: named, defaultTimezone }, '/window')
  const { now } = await readClock(context)
  // What has begun cannot be accepted any more.
  const window = { fromMs: Math.max(asked.fromMs, Math.floor(now.getTime()) + 1), toMs: asked.toMs }
  if (window.fromMs >= window.toMs) return nothingLeft(participants)
  const spansOf = spansWithin(window, context.rules)
  const people = await readSeekers(context, { participants, zones, window, sought, spansOf })
  const together = freeTogether(
    people.map((person) => freeFor(person, sought)),
    sought.durationMs,
  )
  const slots = (await chooseSlots(together, people, sought, spansOf)).map(({ fromMs, toMs }) => ({
    start: new Date(fromMs),
    end: new Date(toMs),
    local: people.map(({ id, timezone }) => ({
      participant: id,
      timezone,
      start: localTimeOf(new Date(fromMs), timezone, context.rules),
      end: localTimeOf(new Date(toMs), timezone, context.rules),
    })),
  }))
  return { slots, reasons: slots.length > 0 ? [] : await reasonsOf(people, sought) }
}

function nothingLeft(participants: readonly string[]): Suggested {
  const why = { code: 'window_over', why: 'the window is over', others: [], freeMinutes: 0 } as const
  return { slots: [], reasons: participants.map((participant) => ({ participant, ...why })) }
}

function readWanted(value: Record<string, unknown>): Omit<Sought, 'timezone'> {
  const length = durationMs(value.duration, '/duration', durationDaysMax)
  const accepted = `a duration of whole minutes, at most ${durationDaysMax} days`
  if (length < minuteMs || length % minuteMs !== 0)
    throw refuse('invalid_input', 'A slot has whole minutes.', { field: '/duration', accepted })
  return {
    durationMs: length,
    granularityMs: readGranularity(value.granularity),
    ...readBuffers(value.buffers),
    limit: value.limit === undefined ? limitDefault : readInteger(value.limit, '/limit', 1, limits.slotsMax),
  }
}

function readGranularity(value: unknown): number {
  const ms = durationMs(value ?? granularityDefault, '/granularity', 1)
  if (ms >= granularityMinMs && ms % minuteMs === 0) return ms
  throw refuse('invalid_input', 'Slots begin at whole minutes, not too close to each other.', {
    field: '/granularity',
    accepted: `whole minutes from ${durationText(granularityMinMs)} to PT24H`,
  })
}

function readZone(value: unknown): string {
  return canonicalZone(readText(value, '/window/timezone', { bytesMax: 64 }), '/window/timezone')
}

async function readSeekers(
  context: Context,
  asked: {
    readonly participants: readonly string[]
    readonly zones: readonly string[]
    readonly window: Range
    readonly sought: Sought
    readonly spansOf: SpansOf
  },
): Promise<Seeker[]> {
  const { participants, zones, window, sought, spansOf } = asked
  const declared = await readDeclared(context, context.db, participants, window)
  // What ends shortly before the window, or begins shortly after it, may be too close for the buffers.
  const around = { fromMs: window.fromMs - sought.beforeMs, toMs: window.toMs + sought.afterMs }
  const taken = new Map<string, Range[]>(participants.map((id) => [id, []]))
  for (const one of await readTaken(context, context.db, { recipients: participants, window: around }))
    taken.get(one.recipient)!.push(one)
  const people: Seeker[] = []
  for (const [i, id] of participants.entries()) {
    const { isDeclared, blocks } = declared.get(id)!
    const available = availableRanges({ isDeclared, blocks }, window, spansOf)
    people.push({ id, timezone: zones[i]!, isDeclared, available, taken: taken.get(id)! })
    // 500 blocks of 400 days are some milliseconds.
    await turn()
  }
  return people
}
