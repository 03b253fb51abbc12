// An alarm: a page's reminder that comes back at growing intervals. Underneath it is one repeating reminder, of the entity
// `{ type: 'page', id: pageId }` and the kind `alarm`; the table `alarms` says which page it belongs to and keeps the moments of
// one user apart.

import type { Page } from '../engine/page.ts'
import type { MomentInput } from '../time/moment.ts'

/** What Done means: nothing comes any more, or the same interval begins again. */
export type OnDone = 'end' | 'postpone'

export interface AlarmInput {
  readonly pageId: string
  readonly userId: string
  /** Cut at 2,000 characters. Left out, it stays; null clears it. */
  readonly title?: string | null
  readonly body?: string | null
  /** The user's zone. A user that Belfry does not know is created in it; of one it knows it is changed. Default `Asia/Seoul`. */
  readonly timezone?: string
  /** Default: as the configuration says. */
  readonly onDone?: OnDone
}

export interface Alarm {
  readonly pageId: string
  readonly userId: string
  readonly title: string | null
  readonly body: string | null
  /** Null while it rings (its next moment follows from how that ends), while it is paused, and when it is done. */
  readonly nextAlarmTime: Date | null
  /** 1 when it is registered; raised by every delivery, never by a failure. */
  readonly sentCount: number
  /** How long after its next ring it comes back: `P2D`. */
  readonly interval: string
  /** The delivery that was sent last. */
  readonly lastNotificationId: string | null
  readonly status: 'waiting' | 'ringing' | 'paused' | 'done'
  /** What Done means for it. */
  readonly onDone: OnDone
  /** The user's zone. */
  readonly timezone: string
  /** The reminder that rings. */
  readonly reminderId: string
}

/** Whose pages a caller may touch: pages of others are not there. Left out: those of the whole tenant. */
export interface AlarmOwner {
  readonly user?: string
}

export interface AlarmPut extends Alarm {
  readonly created: boolean
  /** Sends of an earlier moment that were in flight: they are not tried again. */
  readonly inFlight: readonly string[]
}

export interface AlarmDone extends Alarm {
  readonly inFlight: readonly string[]
}

export interface AlarmDeleted {
  readonly pageId: string
  /** Nothing of it will be sent any more. False: something was in flight, and is named. Also true when there was none. */
  readonly deleted: boolean
  readonly inFlight: readonly string[]
  readonly alreadySent: readonly string[]
}

export interface AlarmSnooze {
  readonly for?: string
  readonly until?: MomentInput
}

export interface AlarmQuery extends AlarmOwner {
  readonly cursor?: string
  readonly limit?: number
}

export interface AlarmSync {
  /** Pages whose texts have changed. A page without an alarm gets none. */
  readonly changed?: readonly {
    readonly pageId: string
    readonly title?: string | null
    readonly body?: string | null
  }[]
  /** Ids of pages that are gone. */
  readonly deleted?: readonly string[]
}

export interface AlarmSynced {
  /** Pages whose alarm has the new texts. */
  readonly changed: readonly string[]
  readonly deleted: readonly AlarmDeleted[]
  /** Changed pages that have no alarm. */
  readonly unknown: readonly string[]
}

export interface AlarmRun {
  /** How many due alarms to take at the most: 1 to 10,000. Default 1,000. */
  readonly fetchLimit?: number
  /** Sends at once: 1 to 100. Default 10. */
  readonly concurrency?: number
}

export interface AlarmRan {
  /** Due alarms that this run has taken. */
  readonly fetched: number
  readonly sent: number
  readonly failed: number
  readonly unknown: number
  /** To be tried again. */
  readonly deferred: number
  /** Not sent, with a reason: no address, switched off, too late. */
  readonly suppressed: number
  readonly concurrency: number
  readonly processingTimeMs: number
}

/** Options of a Belfry, with these defaults. */
export interface AlarmOptions {
  /** The zone of users that are created. Default `Asia/Seoul`. */
  readonly timezone?: string
  /** After the first delivery; doubled by each further one. Default `P1D`. */
  readonly base?: string
  /** No interval is longer. Default `P256D`. */
  readonly cap?: string
  /** For users who have no quiet hours of their own; null: none. Default 22:00 to 07:00. */
  readonly quietHours?: { readonly from: string; readonly to: string } | null
  /** When an alarm whose delivery failed for good comes back. Default `PT6H`. */
  readonly retryAfter?: string
  /** Default `end`. */
  readonly onDone?: OnDone
}

/** The verbs: `belfry.alarms`. */
export interface AlarmVerbs {
  put(input: AlarmInput, owner?: AlarmOwner): Promise<AlarmPut>
  get(pageId: string, owner?: AlarmOwner): Promise<Alarm | null>
  list(query?: AlarmQuery): Promise<Page<Alarm>>
  delete(pageId: string, owner?: AlarmOwner): Promise<AlarmDeleted>
  /** Begins anew with the shortest interval. */
  moreOften(pageId: string, owner?: AlarmOwner): Promise<Alarm>
  done(pageId: string, options?: AlarmOwner & { readonly policy?: OnDone }): Promise<AlarmDone>
  snooze(pageId: string, input: AlarmSnooze, owner?: AlarmOwner): Promise<Alarm>
  sync(changes: AlarmSync, owner?: AlarmOwner): Promise<AlarmSynced>
  /** Rings one batch of this tenant's due alarms in this process, and answers when every send has ended. */
  run(options?: AlarmRun): Promise<AlarmRan>
}
