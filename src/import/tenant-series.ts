// How far a series has come, as an export says it.

import type { Basis, Planned } from '../engine/planning.ts'
import type { MainLine, Repeat, SeriesState } from '../engine/repeat.ts'
import { readBoolean, readInteger, readObject, readText, refuse } from '../input.ts'
import { requireTime } from './values.ts'

interface ReadRing {
  readonly occurrence: string
  readonly dueMs: number | null
  readonly usefulUntilMs: number
  readonly plannedMs: number | null
  readonly adjusted: Planned['adjusted']
  readonly state: Pick<SeriesState, 'rings' | 'nextMs'>
}

export interface ReadSeries extends ReadRing {
  readonly paused: boolean
  readonly main: (ReadRing & { readonly generation: number }) | null
}

const ringFields = ['occurrence', 'dueAt', 'usefulUntil', 'plannedAt', 'adjusted', 'rings', 'nextAt']
const adjustments = ['deferred', 'advanced', 'in_app_only', 'snoozed'] as const

export function readSeries(input: unknown): ReadSeries {
  const { paused, main, ...ring } = readObject(input, [...ringFields, 'paused', 'main'], '/series')
  return {
    ...readRing(ring, '/series'),
    paused: paused === undefined ? false : readBoolean(paused, '/series/paused'),
    main: main === undefined ? null : readMain(main),
  }
}

function readMain(input: unknown): ReadRing & { readonly generation: number } {
  const { generation, ...ring } = readObject(input, [...ringFields, 'generation'], '/series/main')
  const read = generation === undefined ? 1 : readInteger(generation, '/series/main/generation', 1, 2 ** 31 - 1)
  return { ...readRing(ring, '/series/main'), generation: read }
}

function readRing(ring: Record<string, unknown>, field: string): ReadRing {
  const time = (name: string) => (ring[name] == null ? null : requireTime(ring[name], 'UTC', `${field}/${name}`))
  const nextMs = time('nextAt')
  return {
    occurrence: readText(ring.occurrence, `${field}/occurrence`, { bytesMax: 64 }),
    dueMs: time('dueAt'),
    usefulUntilMs: requireTime(ring.usefulUntil, 'UTC', `${field}/usefulUntil`),
    plannedMs: time('plannedAt'),
    adjusted: readAdjusted(ring.adjusted, `${field}/adjusted`),
    state: {
      ...(ring.rings === undefined ? {} : { rings: readInteger(ring.rings, `${field}/rings`, 0, 2 ** 31 - 1) }),
      ...(nextMs === null ? {} : { nextMs }),
    },
  }
}

export function readAdjusted(value: unknown, field: string): Planned['adjusted'] {
  if (value == null) return null
  const known = adjustments.find((name) => name === value)
  if (known) return known
  throw refuse('invalid_input', 'Not an adjustment.', { field, accepted: adjustments.join(', ') })
}

/** The row as it stood. */
export function seriesPlanned(base: Basis & { readonly repeat: Repeat }, series: ReadSeries): Planned {
  const main = series.main && mainOf(base, series.main)
  const state = { ...series.state, ...(series.paused ? { paused: true as const } : {}), ...(main ? { main } : {}) }
  return ringOf(base, series, state)
}

function mainOf(base: Basis & { readonly repeat: Repeat }, main: ReadRing & { readonly generation: number }): MainLine {
  return { ...ringOf(base, main, main.state), generation: main.generation }
}

function ringOf(base: Basis & { readonly repeat: Repeat }, ring: ReadRing, state: SeriesState): Planned {
  const { occurrence, dueMs, usefulUntilMs, plannedMs, adjusted } = ring
  return { ...base, occurrence, dueMs, usefulUntilMs, plannedMs, adjusted, repeat: { ...base.repeat, state } }
}
