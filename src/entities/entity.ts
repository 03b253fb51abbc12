// An entity as callers describe it, as it is stored, and as Belfry answers. A field that was left out keeps its value; null
// clears it.

import type { Context } from '../engine/context.ts'
import { type ChannelSteps, stepsOf } from '../engine/ladder.ts'
import { readChannels } from '../engine/reminder.ts'
import { readVersion } from '../engine/version.ts'
import { readBoolean, readId, readJson, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { formatLocal, isLocalText, parseLocal } from '../time/local.ts'
import { type MomentInput, parseMoment } from '../time/moment.ts'
import { canonicalZone } from '../time/zone.ts'
import { mainAnchor, readSteps, type Step, type StepInput } from './steps.ts'

export interface AnchorInput {
  readonly at: MomentInput
  readonly timezone?: string
}

export interface EntityInput {
  readonly type: string
  readonly id: string
  /** The anchor `start`: local time with a zone, local time alone (each recipient's own wall clock), or an instant. */
  readonly at?: MomentInput | null
  readonly timezone?: string | null
  /** `instant` keeps the moment when a zone's rules change; `local` (the default) keeps the wall clock. */
  readonly timeAnchor?: 'local' | 'instant'
  /** Further anchors by name, such as `due`. */
  readonly anchors?: Readonly<Record<string, AnchorInput | null>>
  readonly recipients?: readonly (string | { readonly id: string; readonly plan?: readonly StepInput[] })[]
  /** Steps, or the name of a plan. */
  readonly plan?: string | readonly StepInput[] | null
  readonly title?: string | null
  readonly body?: string | null
  readonly data?: unknown
  /** Those with `after` wait, as a reminder's. */
  readonly channels?: ChannelSteps | null
  readonly critical?: boolean
  /** Steps whose moment has passed: `skip` them (default), or send one message at once. */
  readonly latePolicy?: 'skip' | 'immediate'
  /** Refused unless it is the entity's version. */
  readonly version?: number
}

export interface Anchor {
  /** A local time, or an instant that ends in Z. */
  readonly nominal: string
  /** Null: each recipient's own. */
  readonly timezone: string | null
}

export interface Member {
  readonly recipient: string
  readonly steps: readonly Step[] | null
}

/** What is stored, apart from recipients. */
export interface EntityFields {
  readonly timeAnchor: 'local' | 'instant'
  readonly anchors: Readonly<Record<string, Anchor>>
  readonly steps: readonly Step[] | null
  readonly plan: string | null
  readonly latePolicy: 'skip' | 'immediate'
  readonly critical: boolean
  readonly channels: ChannelSteps | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
}

/** What a `put` changes, field by field; undefined: left out. */
export interface EntityPatch {
  readonly type: string
  readonly id: string
  readonly version: number | undefined
  readonly fields: (before: EntityFields) => EntityFields
  readonly plan: string | null | undefined
  readonly members: readonly Member[] | undefined
}

export const emptyEntity: EntityFields = {
  timeAnchor: 'local',
  anchors: {},
  steps: null,
  plan: null,
  latePolicy: 'skip',
  critical: false,
  channels: null,
  title: null,
  body: null,
  data: null,
}

const entityFields = [
  ...['type', 'id', 'at', 'timezone', 'timeAnchor', 'anchors', 'recipients', 'plan', 'title', 'body', 'data'],
  ...['channels', 'critical', 'latePolicy', 'version'],
]

export function readEntity(context: Context, input: unknown): EntityPatch {
  const value = readObject(input, entityFields, '')
  const plan = readPlan(context, value.plan)
  const anchors = readAnchors(context, value)
  const texts = readTexts(context, value)
  return {
    type: readName(value.type, '/type'),
    id: readId(value.id, '/id'),
    version: readVersion(value.version),
    plan: plan?.plan,
    members: value.recipients === undefined ? undefined : readMembers(context, value.recipients),
    fields: (before) => ({ ...before, ...plan, ...texts, ...anchors(before) }),
  }
}

function readPlan(context: Context, value: unknown): Pick<EntityFields, 'steps' | 'plan'> | undefined {
  if (value === undefined) return undefined
  if (value === null) return { steps: null, plan: null }
  if (typeof value === 'string') return { steps: null, plan: readName(value, '/plan') }
  return { steps: readSteps(value, context, '/plan'), plan: null }
}

function readTexts(context: Context, value: Record<string, unknown>): Partial<EntityFields> {
  const text = (field: 'title' | 'body', charsMax: number) =>
    value[field] === null ? null : readText(value[field], `/${field}`, { charsMax })
  return {
    ...(value.title !== undefined && { title: text('title', limits.titleCharsMax) }),
    ...(value.body !== undefined && { body: text('body', limits.bodyCharsMax) }),
    ...(value.data !== undefined && { data: value.data === null ? null : JSON.parse(readJson(value.data, '/data')) }),
    ...(value.critical !== undefined && { critical: readBoolean(value.critical, '/critical') }),
    ...(value.latePolicy !== undefined && { latePolicy: readLatePolicy(value.latePolicy) }),
    ...(value.channels !== undefined && {
      channels: value.channels === null ? null : stepsOf(readChannels(value.channels, context.channels, '/channels')),
    }),
  }
}

function readLatePolicy(value: unknown): 'skip' | 'immediate' {
  if (value === 'skip' || value === 'immediate') return value
  throw refuse('invalid_input', 'Not a policy.', { field: '/latePolicy', accepted: 'skip or immediate' })
}

function readMembers(context: Context, value: unknown): Member[] {
  const members = readList(value, limits.entityRecipientsMax, '/recipients').map((one, i): Member => {
    const field = `/recipients/${i}`
    if (typeof one === 'string') return { recipient: readId(one, field), steps: null }
    const { id, plan } = readObject(one, ['id', 'plan'], field)
    const steps = plan === undefined || plan === null ? null : readSteps(plan, context, `${field}/plan`)
    return { recipient: readId(id, `${field}/id`), steps }
  })
  if (new Set(members.map(({ recipient }) => recipient)).size === members.length) return members
  throw refuse('invalid_input', 'A recipient is named twice.', { field: '/recipients', accepted: 'each one once' })
}

type Anchored = Pick<EntityFields, 'anchors' | 'timeAnchor'>

/** How the anchors change: what is named is set or cleared, everything else stays. */
function readAnchors(context: Context, value: Record<string, unknown>): (before: Anchored) => Anchored {
  const given = value.timeAnchor === undefined ? undefined : readTimeAnchor(value.timeAnchor)
  const timezone = value.timezone == null ? undefined : readZone(value.timezone, '/timezone')
  const named = value.anchors === undefined ? {} : readNamed(value.anchors)
  return (before) => {
    const timeAnchor = given ?? before.timeAnchor
    const anchors: Record<string, Anchor> = Object.assign(Object.create(null), before.anchors)
    const set = (name: string, at: unknown, zone: string | undefined, field: string) => {
      // A zone that was left out is the one it had; one that was cleared is not.
      const isCleared = name === mainAnchor && value.timezone === null
      const had = zone ?? (isCleared ? undefined : (before.anchors[name]?.timezone ?? undefined))
      if (at === null) delete anchors[name]
      else anchors[name] = readAnchor(at as MomentInput, had, timeAnchor, field, context)
    }
    for (const [name, anchor] of Object.entries(anchors)) {
      const zone = name !== mainAnchor || value.timezone === undefined ? anchor.timezone : (timezone ?? null)
      anchors[name] = anchoredAgain(anchor, zone, timeAnchor !== before.timeAnchor ? timeAnchor : undefined, context)
    }
    if (value.at !== undefined) set(mainAnchor, value.at, timezone, '/at')
    for (const [name, anchor] of Object.entries(named))
      set(name, anchor === null ? null : anchor.at, anchor?.timezone, `/anchors/${name}/at`)
    return { anchors, timeAnchor }
  }
}

function readTimeAnchor(value: unknown): 'local' | 'instant' {
  if (value === 'local' || value === 'instant') return value
  throw refuse('invalid_input', 'Not a way to anchor.', { field: '/timeAnchor', accepted: 'local or instant' })
}

function readZone(value: unknown, field: string): string {
  return canonicalZone(readText(value, field, { bytesMax: 64 }), field)
}

function readNamed(value: unknown): Record<string, AnchorInput | null> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalid_input', 'Expected anchors by name.', {
      field: '/anchors',
      accepted: '{ due: { at: "2026-12-02T10:00:00", timezone: "Europe/Paris" } }',
    })
  }
  const entries = Object.entries(value).map(([name, anchor]) => {
    const field = `/anchors/${readName(name, '/anchors')}`
    if (anchor === null) return [name, null] as const
    const { at, timezone } = readObject(anchor, ['at', 'timezone'], field)
    if (at === undefined)
      throw refuse('missing_field', 'An anchor needs a moment.', { field: `${field}/at`, accepted: 'a moment' })
    const zone = timezone === undefined ? {} : { timezone: readZone(timezone, `${field}/timezone`) }
    return [name, { at: at as MomentInput, ...zone }] as const
  })
  if (entries.length <= limits.anchorsMax) return Object.fromEntries(entries)
  throw refuse('too_many', 'Too many anchors.', { field: '/anchors', accepted: `at most ${limits.anchorsMax}` })
}

function readAnchor(
  at: MomentInput,
  timezone: string | undefined,
  timeAnchor: 'local' | 'instant',
  field: string,
  { rules }: Context,
): Anchor {
  if (typeof at === 'string' && isLocalText(at) && timezone === undefined && timeAnchor === 'local')
    return { nominal: formatLocal(parseLocal(at, field)), timezone: null }
  const read = parseMoment(at, { timezone, field, timeAnchor }, rules)
  return { nominal: read.nominal, timezone: read.zone }
}

/** The same wall clock in another zone, or the same moment anchored in the other way. */
function anchoredAgain(
  anchor: Anchor,
  timezone: string | null,
  timeAnchor: 'local' | 'instant' | undefined,
  { rules }: Context,
): Anchor {
  if (timeAnchor === undefined || timezone === null) return { ...anchor, timezone }
  const read = parseMoment(anchor.nominal, { timezone, timeAnchor }, rules)
  return { nominal: read.nominal, timezone: read.zone }
}
