// Meetings as their files need them: with the names and addresses of everybody who takes part, and the steps of their plan. One
// look-up, however many.

import type { Database } from '../../engine/database.ts'
import type { StepInput } from '../../entities/steps.ts'
import type { Meeting } from '../meeting.ts'
import type { MeetingStatus } from '../transitions.ts'
import type { FiledMeeting, Person } from './event.ts'

export interface Filed {
  readonly meeting: FiledMeeting
  readonly people: ReadonlyMap<string, Person & { readonly locale: string | null }>
  /** Of the plan that it names. */
  readonly steps: readonly StepInput[]
  readonly version: number
  /** It took the place of another. */
  readonly isChild: boolean
}

interface PersonRow extends Person {
  readonly recipient: string
  readonly answer: 'accepted' | 'denied' | null
  readonly locale: string | null
}

interface FiledRow {
  readonly id: string | null
  readonly status: MeetingStatus
  readonly requester: string
  /** Of the first of its lineage. */
  readonly organizer: string | null
  readonly title: string
  readonly body: string | null
  readonly location: string | null
  readonly timezone: string
  readonly time_anchor: 'local' | 'instant'
  readonly slots: readonly { readonly startMs: number; readonly endMs: number }[]
  readonly accepted: number | null
  readonly plan: Meeting['plan']
  readonly root: string
  readonly is_child: boolean
  readonly sequence: number
  readonly version: number
  readonly updated_ms: number
  readonly steps: readonly StepInput[] | null
  readonly people: readonly PersonRow[] | null
}

export interface MeetingName {
  readonly tenant: string
  readonly id: string
}

/** In the order they were asked for; null where there is none. `isLatest`: instead of each, the last of its lineage. */
export async function readFiled(
  db: Database,
  names: readonly MeetingName[],
  { isLatest }: { readonly isLatest: boolean },
): Promise<readonly (Filed | null)[]> {
  const columns = [names.map(({ tenant }) => tenant), names.map(({ id }) => id)]
  const rows = await db.run<FiledRow>('meeting-files', [...columns, isLatest])
  return rows.map((row) => (row.id === null ? null : toFiled(row)))
}

function toFiled(row: FiledRow): Filed {
  const { status, requester, title, body, location, timezone, plan, sequence } = row
  const people = row.people ?? []
  const slots = row.slots.map(({ startMs, endMs }) => ({ start: new Date(startMs), end: new Date(endMs) }))
  const meeting: FiledMeeting = {
    ...{ status, requester, title, body, location, timezone, plan, sequence, slots },
    organizer: row.organizer ?? requester,
    timeAnchor: row.time_anchor,
    acceptedSlot: row.accepted === null ? null : slots[row.accepted]!,
    rootMeetingId: row.root,
    updatedAt: new Date(row.updated_ms),
    participants: people.map(({ recipient, answer }) => ({ recipient, answer, isRequester: recipient === requester })),
  }
  return {
    meeting,
    people: new Map(people.map(({ recipient, name, email, locale }) => [recipient, { name, email, locale }])),
    steps: row.steps ?? [],
    version: row.version,
    isChild: row.is_child,
  }
}
