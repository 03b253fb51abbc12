// A meeting that is being put together, and what is missing of it.

import { nowMs, ownZone } from '../../clock.ts'
import type { PlanName } from '../../words/new-meeting.ts'
import { isZone } from '../../zone-names.ts'

export interface Draft {
  readonly title: string
  readonly requester: string
  readonly others: readonly string[]
  readonly minutes: number
  readonly zone: string
  readonly location: string
  /** One of the presets, or `plan:` and the name of one. */
  readonly plan: PlanName | `plan:${string}`
  /** Moments at which it could begin. */
  readonly starts: readonly number[]
  readonly isOutsideOk: boolean
}

export type Flaws = { readonly [K in keyof Draft]?: string }

/** The address may bring a time: one that was drawn in the week. */
export function firstDraft(start: string, end: string): Draft {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const hasTime = from < to
  return {
    ...{ title: '', requester: '', others: [], zone: ownZone.get(), location: '', plan: 'usual', isOutsideOk: false },
    minutes: hasTime ? Math.round((to - from) / 60_000) : 60,
    starts: hasTime ? [from] : [],
  }
}

interface FlawWords {
  readonly noTitle: string
  readonly noRequester: string
  readonly noOthers: string
  readonly noSlots: string
  readonly past: string
  readonly wrongZone: string
}

export function flawsOf(draft: Draft, w: FlawWords): Flaws {
  return {
    ...(draft.title.trim() === '' ? { title: w.noTitle } : {}),
    ...(draft.requester === '' ? { requester: w.noRequester } : {}),
    ...(draft.others.length === 0 ? { others: w.noOthers } : {}),
    ...(isZone(draft.zone) ? {} : { zone: w.wrongZone }),
    ...(draft.starts.length === 0 ? { starts: w.noSlots } : {}),
    ...(draft.starts.some((at) => at <= nowMs()) ? { starts: w.past } : {}),
  }
}
