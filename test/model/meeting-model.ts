// The life of meetings in plain words: what each verb does to a list of meetings in memory. It knows nothing of the code that it is
// compared with: no table of transitions, no constraint, no reminder engine.

export const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long before the start people are reminded. */
const stepsMs = [24 * hourMs, hourMs, 15 * minuteMs]

export interface ModelSlot {
  readonly startMs: number
  readonly endMs: number
}

export type ModelStatus = 'pending' | 'accepted' | 'denied' | 'rescheduled' | 'cancelled' | 'completed'

export interface ModelMeeting {
  readonly number: number
  readonly requester: string
  /** The requester first. */
  readonly people: readonly string[]
  readonly slots: readonly ModelSlot[]
  readonly quorum: 'any' | 'all'
  readonly bufferMs: number
  readonly parent: ModelMeeting | null
  readonly answers: Map<string, { readonly answer: 'accepted' | 'denied'; readonly slot: number | null }>
  child: ModelMeeting | null
  status: ModelStatus
  reason: string | null
  accepted: number | null
  sequence: number
  version: number
  /** How many reminders each is still to get. */
  rings: Map<string, number>
  /** What people are still to be told, such as `requested bo`. */
  notices: string[]
}

export interface Refusal {
  readonly refused: string
  readonly facts?: object
}

export interface Answer {
  /** The meeting that is answered with. */
  readonly meeting: ModelMeeting
  /** `who` of each. */
  readonly created: readonly string[]
  readonly cancelled: readonly string[]
  readonly skippedPast: readonly string[]
  readonly notices: readonly string[]
}

export interface Proposal {
  readonly requester: string
  readonly asked: readonly string[]
  readonly slots: readonly ModelSlot[]
  readonly quorum: 'any' | 'all'
  readonly bufferMs: number
}

const none = { created: [], cancelled: [], skippedPast: [], notices: [] }

export class MeetingModel {
  readonly meetings: ModelMeeting[] = []
  nowMs: number

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  statusOf({ status, slots }: ModelMeeting): ModelStatus {
    const isOver = Math.max(...slots.map(({ endMs }) => endMs)) <= this.nowMs
    return status === 'pending' && isOver ? 'cancelled' : status
  }

  request(proposal: Proposal): Answer | Refusal {
    if (proposal.slots.some(({ startMs }) => startMs <= this.nowMs)) return { refused: 'slot_in_past' }
    const people = [proposal.requester, ...proposal.asked]
    const meeting = this.#add({ ...proposal, people }, null)
    meeting.notices = proposal.asked.map((one) => `requested ${one}`)
    return { ...none, meeting, notices: meeting.notices }
  }

  #add(of: Pick<ModelMeeting, 'requester' | 'people' | 'slots' | 'quorum' | 'bufferMs'>, parent: ModelMeeting | null) {
    const { requester, people, slots, quorum, bufferMs } = of
    const meeting: ModelMeeting = {
      ...{ number: this.meetings.length, requester, people, slots, quorum, bufferMs, parent, answers: new Map() },
      ...{ child: null, status: 'pending', reason: null, accepted: null, version: 1, rings: new Map(), notices: [] },
      sequence: parent === null ? 0 : parent.sequence + 1,
    }
    this.meetings.push(meeting)
    return meeting
  }

  /** What everybody has to pass before a verb does anything. */
  refuses(meeting: ModelMeeting, who: string, verb: string, isStale: boolean): Refusal | null {
    if (!meeting.people.includes(who)) return { refused: 'not_found' }
    if (isStale) return { refused: 'version_conflict' }
    const status = this.statusOf(meeting)
    const isPossible =
      verb === 'complete'
        ? status === 'accepted'
        : status === 'pending' || (status === 'accepted' && (verb === 'cancel' || verb === 'reschedule'))
    const isAnswer = verb === 'accept' || verb === 'deny'
    if (isPossible) return isAnswer && who === meeting.requester ? { refused: 'own_proposal' } : null
    const child = meeting.child === null ? {} : { child: meeting.child.number }
    return { refused: 'invalid_transition', facts: { currentStatus: status, ...child } }
  }

  accept(meeting: ModelMeeting, who: string, named: number | null): Answer | Refusal {
    if (named === null && meeting.slots.length > 1) return { refused: 'missing_field' }
    const index = named ?? 0
    const slot = meeting.slots[index]
    if (!slot) return { refused: 'invalid_input' }
    if (slot.startMs <= this.nowMs) return { refused: 'slot_in_past' }
    const asked = meeting.people.filter((one) => one !== meeting.requester)
    const isAgreed =
      meeting.quorum === 'any' ||
      asked.every((one) => {
        const given = meeting.answers.get(one)
        return one === who || (given?.answer === 'accepted' && given.slot === index)
      })
    const conflicts = this.#conflicts(meeting, slot, isAgreed ? meeting.people : [who])
    if (conflicts.length > 0) return { refused: 'slot_conflict', facts: { conflicts: conflicts.sort() } }
    meeting.answers.set(who, { answer: 'accepted', slot: index })
    meeting.version++
    if (!isAgreed) return { ...none, meeting }
    Object.assign(meeting, { status: 'accepted', accepted: index })
    return this.#remind(meeting, slot)
  }

  #remind(meeting: ModelMeeting, { startMs }: ModelSlot): Answer {
    const ahead = stepsMs.filter((stepMs) => startMs - stepMs >= this.nowMs).length
    const notices = meeting.people.map((one) => `accepted ${one}`)
    meeting.rings = new Map(meeting.people.map((one) => [one, ahead]))
    // What was not told of the proposal is not told any more.
    meeting.notices = notices
    const skipped = meeting.people.flatMap((one) => Array<string>(stepsMs.length - ahead).fill(one))
    return { ...none, meeting, created: ringing(meeting), skippedPast: skipped, notices }
  }

  /** Who is somewhere else then: `who number`. */
  #conflicts(meeting: ModelMeeting, slot: ModelSlot, people: readonly string[]): string[] {
    return this.meetings.flatMap((other) => {
      if (other.status !== 'accepted') return []
      const taken = other.slots[other.accepted!]!
      const isApart = slot.endMs + meeting.bufferMs <= taken.startMs || taken.endMs + other.bufferMs <= slot.startMs
      return isApart ? [] : people.filter((one) => other.people.includes(one)).map((one) => `${one} ${other.number}`)
    })
  }

  deny(meeting: ModelMeeting, who: string): Answer {
    meeting.answers.set(who, { answer: 'denied', slot: null })
    return this.#end(meeting, 'denied', [meeting.requester])
  }

  cancel(meeting: ModelMeeting): Answer {
    return this.#end(meeting, 'cancelled', meeting.people)
  }

  complete(meeting: ModelMeeting): Answer | Refusal {
    if (this.nowMs < meeting.slots[meeting.accepted!]!.startMs) return { refused: 'not_begun' }
    meeting.sequence--
    return this.#end(meeting, 'completed', [])
  }

  #end(meeting: ModelMeeting, status: ModelStatus, told: readonly string[], kind: string = status): Answer {
    const cancelled = ringing(meeting)
    meeting.notices = told.map((one) => `${kind} ${one}`)
    meeting.rings = new Map()
    meeting.status = status
    meeting.sequence++
    meeting.version++
    return { ...none, meeting, cancelled, notices: meeting.notices }
  }

  reschedule(meeting: ModelMeeting, who: string, slots: readonly ModelSlot[]): Answer | Refusal {
    if (slots.some(({ startMs }) => startMs <= this.nowMs)) return { refused: 'slot_in_past' }
    const { sequence } = meeting
    const { cancelled } = this.#end(meeting, 'rescheduled', [])
    meeting.sequence = sequence
    const people = [who, ...meeting.people.filter((one) => one !== who)]
    const child = this.#add({ ...meeting, requester: who, people, slots }, meeting)
    meeting.child = child
    child.notices = people.map((one) => `moved ${one}`)
    return { ...none, meeting: child, cancelled, notices: child.notices }
  }

  /** Somebody writes down what has expired. */
  expire(): void {
    for (const meeting of this.meetings) {
      if (meeting.status !== 'pending' || this.statusOf(meeting) === 'pending') continue
      this.#end(meeting, 'cancelled', meeting.people, 'expired')
      meeting.reason = 'expired'
    }
  }

  lineageOf(meeting: ModelMeeting): ModelMeeting[] {
    let first = meeting
    while (first.parent) first = first.parent
    const all = [first]
    for (let next = first.child; next; next = next.child) all.push(next)
    return all
  }
}

function ringing({ rings }: ModelMeeting): string[] {
  return [...rings].flatMap(([who, count]) => Array<string>(count).fill(who))
}
