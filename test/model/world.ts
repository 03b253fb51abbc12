// The model: a world in which every promise holds. It has a clock, people, entities and reminders; time passes in `look`, and
// the verbs do what Belfry's verbs promise. `rings` is what the channel must have been given, and nothing else.

import { kindOfOffset } from '../../src/time/duration.ts'
import { momentOf, placed } from './moments.ts'
import { becomes, type Entity, type Outcome, wantedOf } from './plan-model.ts'
import {
  type Answer,
  type Coming,
  type Description,
  type Entry,
  hasBegun,
  lastOf,
  ledgerKey,
  type Nominal,
  type Person,
  type Reminder,
  type Ring,
  silentEntry,
} from './promise.ts'
import { stateAfter } from './sending.ts'
import * as series from './series-model.ts'

export interface Refusal {
  readonly refused: string
}

export class World {
  nowMs: number
  answer: Answer = 'delivered'
  /** Nobody answers what is sent. */
  isStalled = false
  readonly people = new Map<string, Person>()
  readonly entities = new Map<string, Entity>()
  readonly reminders = new Map<string, Reminder>()
  rings: Ring[] = []

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  person(id: string): Person {
    return this.people.get(id)!
  }

  reminder(entity: string, kind: string, recipient: string): Reminder {
    const key = `${entity}/${kind}/${recipient}`
    const known = this.reminders.get(key)
    if (known) return known
    const fresh: Reminder = {
      ...{ entity, kind, person: this.person(recipient), title: null, critical: false, coming: null },
      ...{ series: null, ledger: new Map() },
    }
    this.reminders.set(key, fresh)
    return fresh
  }

  /** The next moment at which something happens by itself. */
  nextMs(): number | null {
    const moments = [...this.reminders.values()].flatMap(({ coming, ledger }) => [
      ...(coming?.dueMs == null ? [] : [coming.dueMs]),
      ...[...ledger.values()].filter(({ state }) => state === 'waiting').map(({ retryAtMs }) => retryAtMs),
    ])
    return moments.length === 0 ? null : Math.min(...moments)
  }

  /** Everything that is due now rings. */
  look(): void {
    for (let isQuiet = false; !isQuiet; ) {
      isQuiet = true
      for (const reminder of this.reminders.values()) {
        for (const entry of reminder.ledger.values()) {
          if (entry.state !== 'waiting' || entry.retryAtMs > this.nowMs) continue
          this.#tryAgain(reminder, entry)
          isQuiet = false
        }
        if (reminder.coming?.dueMs != null && reminder.coming.dueMs <= this.nowMs) {
          this.#fire(reminder, reminder.coming)
          isQuiet = false
        }
      }
    }
  }

  /** Through every due moment on the way. */
  advanceTo(targetMs: number): void {
    this.look()
    for (let next = this.nextMs(); next !== null && next <= targetMs; next = this.nextMs()) this.jumpTo(next)
    this.jumpTo(targetMs)
  }

  /** As if nobody had been there in between. */
  jumpTo(targetMs: number): void {
    this.nowMs = Math.max(this.nowMs, targetMs)
    this.look()
  }

  #fire(reminder: Reminder, coming: Coming): void {
    if (series.isMissed(reminder, this.nowMs)) {
      this.#record(reminder, coming, 'skipped')
      series.catchUp(reminder, this.nowMs)
      return
    }
    if (!reminder.series) reminder.coming = null
    const key = ledgerKey(coming.occurrence, coming.generation)
    const before = reminder.ledger.get(key)
    const repeats = before !== undefined && hasBegun(before)
    const parks =
      reminder.series !== null && reminder.series.description.kind !== 'rule' && reminder.series.main === null
    if (reminder.series) series.afterFire(reminder, this.nowMs)
    // Once: an occurrence that has begun is not begun again.
    if (repeats) return
    const entry: Entry = {
      ...{ occurrence: coming.occurrence, generation: coming.generation, step: coming.step },
      ...{ state: 'sending', why: null },
      ...{ isInApp: coming.adjusted === 'in_app_only', atMs: this.nowMs, dueMs: coming.dueMs ?? 0 },
      ...{ usefulUntilMs: coming.usefulUntilMs, retryAtMs: 0, tries: 0, lost: 0, attempt: before?.attempt ?? 0 },
      ...{ title: reminder.title, critical: reminder.critical, isStopped: false, parks },
    }
    reminder.ledger.set(key, entry)
    this.#tryAgain(reminder, entry)
  }

  #tryAgain(reminder: Reminder, entry: Entry): void {
    const isTooLate = entry.usefulUntilMs < this.nowMs
    if (isTooLate) this.#ends(reminder, entry, entry.lost > 0 ? 'unknown' : 'expired')
    else this.#send(reminder, entry)
  }

  #send(reminder: Reminder, entry: Entry): void {
    Object.assign(entry, { attempt: entry.attempt + 1, atMs: this.nowMs, state: 'sending' })
    if (entry.isInApp) {
      this.#ends(reminder, entry, 'sent')
      return
    }
    const { occurrence, generation, dueMs, attempt, title } = entry
    this.rings.push({
      ...{ entity: reminder.entity, kind: reminder.kind, recipient: reminder.person.id, occurrence, generation, dueMs },
      ...{ atMs: this.nowMs, attempt, title },
    })
    if (!this.isStalled) this.#ends(reminder, entry, stateAfter(entry, this.answer, this.nowMs))
  }

  /** What was being sent is answered; `unknown` when its worker has died and nobody can know. */
  conclude(answer: Answer): void {
    for (const reminder of this.reminders.values())
      for (const entry of reminder.ledger.values())
        if (entry.state === 'sending') this.#ends(reminder, entry, stateAfter(entry, answer, this.nowMs))
  }

  #ends(reminder: Reminder, entry: Entry, state: Entry['state']): void {
    entry.state = state
    const { coming } = reminder
    const isItsOwn = coming?.occurrence === entry.occurrence && coming.generation === entry.generation
    const isOver = state !== 'waiting' && state !== 'cancelled'
    if (!isOver || !entry.parks || !isItsOwn || coming.dueMs !== null || reminder.series?.isPaused) return
    series.afterEnd(reminder, state === 'sent' || state === 'unknown' ? 'rang' : 'failed', this.nowMs)
  }

  #record(reminder: Reminder, coming: Coming, state: 'cancelled' | 'skipped', why: Entry['why'] = null): void {
    const key = ledgerKey(coming.occurrence, coming.generation)
    const before = reminder.ledger.get(key)
    if (before && hasBegun(before)) return
    reminder.ledger.set(key, silentEntry(coming, state, why, before, this.nowMs))
  }

  /** After cancel, move, Done or erasure nothing of it begins any more, except what is kept. */
  stop(
    reminder: Reminder,
    keep: { readonly occurrence: string; readonly generation: number | null } | null,
    isMeant: (entry: Entry) => boolean = () => true,
  ): void {
    for (const entry of [...reminder.ledger.values()].filter(isMeant)) {
      const isKept = entry.occurrence === keep?.occurrence && entry.generation === (keep.generation ?? entry.generation)
      if (isKept) continue
      if (entry.state === 'waiting') entry.state = entry.lost > 0 ? 'unknown' : 'cancelled'
      entry.isStopped = true
    }
  }

  #endReminder(reminder: Reminder, why: Entry['why'] = null): boolean {
    const { coming } = reminder
    if (coming) this.#record(reminder, coming, 'cancelled', why)
    series.end(reminder)
    return coming !== null
  }

  /** Put: what there is becomes what the plan wants, for every recipient. */
  put(entity: Entity, before: Entity | null): Record<Outcome, number> {
    this.entities.set(entity.id, entity)
    const people = [...entity.members.keys()].map((id) => this.person(id))
    const counts = { created: 0, moved: 0, cancelled: 0, unchanged: 0, skippedPast: 0, merged: 0 }
    if (before?.status !== 'active') this.#undismiss(entity.id)
    const wanted = wantedOf(entity, people, this.nowMs, kindOfOffset)
    const kept = new Map<Reminder, string>()
    for (const one of wanted) {
      const reminder = this.reminder(entity.id, one.kind, one.person.id)
      kept.set(reminder, one.coming.occurrence)
      counts[becomes(reminder, one, this.nowMs)] += 1
      if (reminder.coming) Object.assign(reminder, { title: entity.title, critical: entity.critical })
    }
    for (const reminder of this.reminders.values()) {
      if (reminder.entity !== entity.id) continue
      const isDropped = reminder.coming?.step != null && !kept.has(reminder)
      if (isDropped && this.#endReminder(reminder)) counts.cancelled += 1
      const occurrence = kept.get(reminder)
      this.stop(
        reminder,
        occurrence === undefined ? null : { occurrence, generation: null },
        ({ step }) => step !== null,
      )
    }
    return counts
  }

  /** What was ended and is put again begins anew. */
  #undismiss(id: string): void {
    for (const reminder of this.reminders.values())
      if (reminder.entity === id)
        for (const entry of reminder.ledger.values()) if (entry.why === 'dismissed') entry.why = null
  }

  /** Cancelled, done or removed: every reminder of it goes with it. */
  endEntity(id: string, how: 'cancel' | 'complete' | 'delete'): number | Refusal {
    const entity = this.entities.get(id)
    const all = [...this.reminders.values()].filter((reminder) => reminder.entity === id)
    const waiting = all
      .flatMap(({ ledger }) => [...ledger.values()])
      .filter(({ state, lost }) => state === 'waiting' && lost === 0)
    const isKnown =
      entity !== undefined || all.some(({ coming, ledger }) => coming !== null || [...ledger.values()].some(isFound))
    if (!isKnown) return { refused: 'not_found' }
    const ended = all.filter((reminder) => this.#endReminder(reminder)).length
    for (const reminder of all) this.stop(reminder, null)
    if (how === 'delete') this.entities.delete(id)
    else if (entity) entity.status = how === 'cancel' ? 'cancelled' : 'done'
    return ended + waiting.length
  }

  /** Schedule: an upsert by identity. */
  schedule(reminder: Reminder, wanted: Scheduling): 'created' | 'updated' | 'unchanged' | 'already_sent' | Refusal {
    const { coming: row, series: had } = reminder
    const isSameSeries =
      had && wanted.description && had.description === wanted.description && isSameStart(had.start, wanted.at)
    if (isSameSeries) {
      const isChanged = reminder.title !== wanted.title
      reminder.title = wanted.title
      return isChanged ? 'updated' : 'unchanged'
    }
    const generations = [row?.generation ?? 0, ...[...reminder.ledger.values()].map(({ generation }) => generation)]
    const generation = wanted.again ? Math.max(...generations) + 1 : (had?.main?.generation ?? row?.generation ?? 1)
    const draft: Reminder = { ...reminder, title: wanted.title, critical: wanted.critical, coming: null }
    draft.series = wanted.description
      ? { description: wanted.description, start: wanted.at, rings: 0, nextMs: null, isPaused: false, main: null }
      : null
    const moment = momentOf(wanted.at, null, reminder.person)
    const what = { ...wanted.at, step: null, generation }
    draft.coming = placed(what, moment, { untilMs: null }, reminder.person, this.nowMs, wanted.critical)
    if (wanted.description?.kind === 'rule') series.goTo(draft, this.nowMs, this.nowMs)
    if (!draft.coming) return { refused: 'invalid_input' }
    const { occurrence } = draft.coming
    const stands = (entry: Entry) => hasBegun(entry) && entry.occurrence === occurrence
    if (!wanted.again && [...reminder.ledger.values()].some(stands)) {
      // The moment that is wanted was rung before: then the other one is not wanted either.
      if (row && (row.occurrence !== occurrence || !draft.series)) {
        this.#endReminder(reminder)
        this.stop(reminder, { occurrence, generation })
      }
      return 'already_sent'
    }
    const isUnchanged = row !== null && isSameRow(reminder, draft)
    Object.assign(reminder, draft)
    if (isUnchanged) return 'unchanged'
    this.stop(reminder, { occurrence, generation })
    return row ? 'updated' : 'created'
  }

  /** Leaves out the ring that comes next. */
  skip(reminder: Reminder): void {
    if (reminder.coming) this.#record(reminder, reminder.coming, 'skipped')
    series.afterSkip(reminder, this.nowMs)
  }

  /** A person is gone, and everything of theirs; they may come back as somebody new. */
  erase(id: string): void {
    const person = this.person(id)
    for (const reminder of this.reminders.values()) {
      if (reminder.person !== person) continue
      this.#endReminder(reminder)
      this.stop(reminder, null)
      reminder.title = null
      for (const entry of reminder.ledger.values()) entry.title = null
    }
    for (const { members } of this.entities.values()) members.delete(id)
    Object.assign(person, { zone: 'UTC', quiet: null })
  }

  cancel(reminder: Reminder, isDone = false): void {
    if (isDone && reminder.series) {
      const { coming } = reminder
      const next = series.afterDone(reminder, this.nowMs)
      // A ring that was still to come of what is done now.
      if (next === 'goes on' && coming?.dueMs != null) this.#record(reminder, coming, 'cancelled')
      if (next === 'ends') this.#endReminder(reminder, 'dismissed')
    } else this.#endReminder(reminder, 'dismissed')
    this.stop(reminder, null)
  }

  snooze(reminder: Reminder, untilMs: number, isNext: boolean): { dueMs: number; collapsed: boolean } | Refusal {
    const isSeries = reminder.series !== null && !reminder.series.isPaused
    // What rang last; of several that rang at once, the rang.
    const [rang] = [...reminder.ledger.values()]
      .filter(({ attempt }) => attempt > 0)
      .sort((a, b) => b.atMs - a.atMs || b.dueMs - a.dueMs || b.generation - a.generation)
    if (isSeries) {
      const { coming } = reminder
      this.stop(reminder, null)
      const collapsed = series.snoozeSeries(reminder, isNext || !rang ? null : rang, untilMs, this.nowMs)
      if (collapsed && coming && reminder.coming !== coming) this.#record(reminder, coming, 'skipped')
      return { dueMs: collapsed ? (reminder.coming?.dueMs ?? untilMs) : untilMs, collapsed }
    }
    const { coming } = reminder
    const snoozed = { dueMs: untilMs, momentMs: untilMs, adjusted: 'snoozed' as const }
    if (coming && !reminder.series) {
      this.stop(reminder, null)
      reminder.coming = { ...coming, ...snoozed, usefulUntilMs: untilMs + coming.usefulUntilMs - (coming.dueMs ?? 0) }
      return { dueMs: untilMs, collapsed: false }
    }
    if (reminder.series) return { refused: 'invalid_input' }
    if (!rang) return { refused: 'not_found' }
    this.stop(reminder, null)
    const generation = rang.generation + 1
    const usefulUntilMs = untilMs + rang.usefulUntilMs - rang.dueMs
    reminder.coming = {
      ...snoozed,
      occurrence: rang.occurrence,
      zone: null,
      generation,
      step: rang.step,
      usefulUntilMs,
    }
    Object.assign(reminder, { title: rang.title, critical: rang.critical })
    return { dueMs: untilMs, collapsed: false }
  }

  /** A person travels, or wants to be left alone at other hours: what is still to come for them is planned again. */
  replan(person: Person): void {
    for (const reminder of this.reminders.values()) {
      if (reminder.person !== person || !reminder.coming || reminder.coming.step !== null) continue
      if (reminder.series) series.replanSeries(reminder, this.nowMs)
      else reminder.coming = series.again(reminder, reminder.coming, this.nowMs)
    }
    for (const entity of this.entities.values()) {
      if (entity.status !== 'active' || !entity.members.has(person.id)) continue
      this.#replanSteps(entity, person)
    }
  }

  #replanSteps(entity: Entity, person: Person): void {
    const wanted = wantedOf(entity, [person], this.nowMs, kindOfOffset)
    for (const one of wanted) {
      const reminder = this.reminder(entity.id, one.kind, person.id)
      const why = lastOf(reminder, one.coming.occurrence)?.why
      // What has passed stays so; what had no moment ahead may have one now; what rang, or was dismissed, does not come back.
      const comesBack = one.outcome === 'rings' && (why === 'skipped_past' || why === 'merged')
      if (!reminder.coming && !comesBack) continue
      becomes(reminder, one, this.nowMs)
      if (reminder.coming) Object.assign(reminder, { title: entity.title, critical: entity.critical })
    }
    for (const reminder of this.reminders.values()) {
      const isDropped = !wanted.some(({ kind }) => kind === reminder.kind)
      if (reminder.entity !== entity.id || reminder.person !== person || reminder.coming?.step == null) continue
      if (isDropped) this.#endReminder(reminder)
    }
  }
}

export interface Scheduling {
  readonly at: Nominal
  readonly description: Description | null
  readonly title: string | null
  readonly critical: boolean
  readonly again: boolean
}

function isFound({ state }: Entry): boolean {
  return state === 'sent' || state === 'unknown' || state === 'waiting' || state === 'sending'
}

function isSameStart(a: Nominal, b: Nominal): boolean {
  return a.occurrence === b.occurrence && a.zone === b.zone
}

function isSameRow(a: Reminder, b: Reminder): boolean {
  const text = ({ coming, title, critical, series: one }: Reminder) =>
    JSON.stringify([coming && { ...coming, momentMs: 0 }, title, critical, one])
  return text(a) === text(b)
}
