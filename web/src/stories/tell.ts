// What a part of a story is called: kinds, channels, reasons. Every function takes its words, so that a page that is drawn in another
// language says it in that.

import type { Delivery, Recipient } from '../api.ts'
import { showOnClocks, showTime } from '../clock.ts'
import { language } from '../language.ts'
import { showCounted } from '../length.ts'
import { nameWords, noticeOf } from '../step-words.ts'
import type { Telling } from '../words/telling.ts'

/** `24h_before` → `24 hours before`. */
export function tellKind(kind: string, w: Telling): string {
  return kind === 'once' ? w.once : nameWords(kind)
}

/** The same, where it is known what it is about: a notice of a meeting says what became of it. */
export function tellWhich({ entity, kind }: Pick<About, 'entity' | 'kind'>, w: Telling): string {
  return noticeOf(entity, kind) ?? tellKind(kind, w)
}

/** A moment by the clock of whom it concerns; where the reader has another one, by both, with their cities. */
export function tellTime(at: string, zone: string, own: string): string {
  return showTime(at, zone) === showTime(at, own) ? showTime(at, zone) : showOnClocks(at, zone, own)
}

export function tellMs(ms: number): string {
  if (ms < 1_000) return showCounted(Math.round(ms), 'millisecond')
  if (ms < 90_000) return showCounted(Math.round(ms / 1_000), 'second')
  if (ms < 5_400_000) return showCounted(Math.round(ms / 60_000), 'minute')
  return showCounted(Math.round(ms / 3_600_000), 'hour')
}

export function tellChannel(channel: string, w: Telling): string {
  return w.channels[channel] ?? channel
}

export function tellList(parts: readonly string[]): string {
  return new Intl.ListFormat(language.get(), { type: 'conjunction' }).format(parts)
}

interface About {
  readonly entity: { readonly type: string }
  readonly kind: string
  readonly channel: string
}

/** Why a delivery was not sent; where its recipient is known, which of their switches it was. */
export function tellReason(
  reason: NonNullable<Delivery['reason']>,
  about: About,
  who: string,
  recipient: Recipient | undefined,
  w: Telling,
): string {
  const exact = reason === 'preference_off' && recipient ? tellSwitch(about, who, recipient.preferences, w) : null
  return exact ?? w.reasons[reason](who)
}

function tellSwitch(about: About, who: string, off: Recipient['preferences'], w: Telling): string | null {
  const { kind, channel } = about
  const { type } = about.entity
  if (off.channelsOff.includes(channel)) return w.off.channel(who, channel)
  if (off.kindsOff.includes(kind)) return w.off.kind(who, tellKind(kind, w))
  if (off.typesOff.includes(type)) return w.off.type(who, type)
  const together = off.off.find(
    (one) => (one.type ?? type) === type && (one.kind ?? kind) === kind && (one.channel ?? channel) === channel,
  )
  if (!together) return null
  const parts = [
    together.kind && tellKind(together.kind, w),
    together.channel && w.by(together.channel),
    together.type && w.off.about(together.type),
  ].filter((part) => part !== undefined)
  return w.off.several(who, parts.join(' '))
}

/** What became of a delivery, in one sentence. */
export function tellDelivery(delivery: Delivery, who: string, recipient: Recipient | undefined, w: Telling): string {
  const { state, channel, reason } = delivery
  const why = reason ? tellReason(reason, delivery, who, recipient, w) : ''
  switch (state) {
    case 'sent':
      return `${w.sentBy(channel)}.`
    case 'sending':
      return `${w.beingSentBy(channel)}.`
    case 'pending':
      return `${delivery.pendingAt ? w.waitsBy(channel) : w.standsBy(channel)}.`
    case 'unknown':
      return w.unknownBy(channel, why || w.reasons.outcome_unknown(who))
    case 'quarantined':
      // What was on its way may have arrived; before that, there was nothing.
      if (delivery.attempt > 0) return w.unknownBy(channel, why)
      return w.notSent(why)
    default:
      return channel === '' ? w.notSent(why || state) : w.notSentBy(channel, why || state)
  }
}
