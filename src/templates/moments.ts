// When what a message is about takes place. A reminder of a plan counts from an anchor of its entity, and its occurrence is that
// anchor's time; a sweep's occurrence is when the item is due. Everything else is about the moment at which it rings.

import type { MessageMember } from '../channels/channel.ts'
import type { Span } from '../channels/content.ts'
import { entityRange } from '../engine/key.ts'
import { mainOccurrence } from '../engine/repeat.ts'
import { occurrenceInstant } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import type { About, AnchorRow } from './details.ts'

export interface Moments {
  readonly dueMs: number
  readonly startMs: number | null
  readonly endMs: number | null
}

interface Place {
  /** The recipient's. */
  readonly timezone: string
  readonly rules: ZoneRules
  readonly isChat?: boolean
}

export function momentsOf(message: MessageMember, about: About, place: Place): Moments {
  const anchor = (name: string) => instantOf(ownAnchor(about, name), place)
  return { dueMs: dueOf(message, about, place), startMs: anchor('start'), endMs: anchor('end') }
}

function dueOf({ occurrence, dueAt, entity, kind }: MessageMember, { anchors }: About, place: Place): number {
  const nominal = mainOccurrence(occurrence)
  const anchor = anchorOf(anchors, nominal)
  // In a chat a note is about the moment at which it rings, also when that was put off, and however it was written.
  if (place.isChat && !anchor && entity.type === 'note' && !isAside.test(kind)) return dueAt.getTime()
  const instant = instantOf(anchor, place) ?? (nominal.endsWith('Z') ? Date.parse(nominal) : Number.NaN)
  return Number.isNaN(instant) ? dueAt.getTime() : instant
}

/** The anchor that an occurrence of a plan is counted from. */
function anchorOf(anchors: About['anchors'], nominal: string): AnchorRow | undefined {
  return Object.values(anchors ?? {}).find((one) => one.nominal === nominal)
}

/** When what rings before or after takes place; null: it is about the moment at which it rings, or that is not known any more. */
export function startOf(
  { occurrence, kind }: Pick<MessageMember, 'occurrence' | 'kind'>,
  anchors: About['anchors'],
  place: Place,
): Date | null {
  const nominal = mainOccurrence(occurrence)
  const ms = instantOf(anchorOf(anchors, nominal), place)
  if (ms !== null) return new Date(ms)
  return isAside.test(kind) && nominal.endsWith('Z') ? new Date(nominal) : null
}

/** Rings before or after what it is about. */
const isAside = /(^|_)(before|after)(_|$)/

function ownAnchor({ anchors }: About, name: string): AnchorRow | undefined {
  return anchors !== null && Object.hasOwn(anchors, name) ? anchors[name] : undefined
}

function instantOf(anchor: AnchorRow | undefined, { timezone, rules }: Place): number | null {
  if (!anchor) return null
  if (anchor.nominal.endsWith('Z')) return Date.parse(anchor.nominal)
  return occurrenceInstant(anchor.nominal, anchor.timezone ?? timezone, rules)
}

/** For a calendar file: what has a start and an end. */
export function spanOf(
  message: MessageMember & { readonly tenant: string },
  about: About,
  { startMs, endMs }: Moments,
  timezone: string,
): Span | null {
  const start = ownAnchor(about, 'start')
  if (!start || startMs === null || endMs === null || endMs <= startMs) return null
  const { type, id } = message.entity
  const isInstant = start.nominal.endsWith('Z')
  return {
    uid: `${entityRange(message.tenant, type, id).first}@belfry`,
    sequence: about.version ?? 0,
    title: about.title ?? message.title ?? `${type} ${id}`,
    description: about.body ?? message.body,
    location: typeof about.location === 'string' ? about.location : null,
    start: new Date(startMs),
    end: new Date(endMs),
    timezone: start.timezone ?? (isInstant ? null : timezone),
  }
}
