// The file of one meeting for whoever asks for it, and the files that go with messages.

import type { CalendarPart, ComposedMessage } from '../../channels/content.ts'
import type { Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import { readId } from '../../input.ts'
import type { ZoneRules } from '../../time/zone-rules.ts'
import { noMeeting } from '../held.ts'
import { type MeetingViewer, meetingType } from '../meeting.ts'
import { methodOf } from './event.ts'
import { type Filed, readFiled } from './filed.ts'
import { meetingFile } from './meeting-file.ts'

export interface CalendarFile {
  readonly text: string
  /** Of the meeting. What people are called may change without it. */
  readonly version: number
}

/** `stored`: as a calendar keeps it, with a SEQUENCE that is no lower than this. In the language of whoever looks, or of who has proposed it. */
export async function calendarFileOf(
  { db, tenant, rules }: Pick<Context, 'db' | 'tenant' | 'rules'>,
  id: string,
  { viewer, stored }: MeetingViewer & { readonly stored?: { readonly sequenceMin: number } } = {},
): Promise<CalendarFile> {
  const [filed] = await readFiled(db, [{ tenant, id: readId(id, '/id') }], { isLatest: false })
  if (!filed || (viewer !== undefined && !filed.people.has(viewer))) throw noMeeting()
  const { people, steps, version } = filed
  const meeting = { ...filed.meeting, sequence: Math.max(filed.meeting.sequence, stored?.sequenceMin ?? 0) }
  const locale = people.get(viewer ?? meeting.requester)?.locale ?? 'en'
  const options = { tenant, locale, rules, steps, isStored: stored !== undefined }
  return { text: meetingFile(meeting, people, options), version }
}

/**
 * What goes with messages about meetings, in their order: the meeting as it is now, whichever of its lineage they are about. Null where
 * there is nothing to put into a calendar. Asks only if one of them is about a meeting.
 */
export async function filesOfMessages(
  { db, rules }: { readonly db: Database; readonly rules: ZoneRules },
  messages: readonly ComposedMessage[],
): Promise<readonly (CalendarPart | null)[]> {
  const asked = messages.filter(({ entity }) => entity.type === meetingType)
  if (asked.length === 0) return messages.map(() => null)
  const names = asked.map(({ tenant, entity }) => ({ tenant, id: entity.id }))
  const found = await readFiled(db, names, { isLatest: true })
  const files = new Map(asked.map((message, i) => [message, fileOf(found[i] ?? null, message, rules)]))
  return messages.map((message) => files.get(message) ?? null)
}

/** For those who take part: others who hear of it have no place in it. */
function fileOf(
  filed: Filed | null,
  { tenant, locale, recipient }: ComposedMessage,
  rules: ZoneRules,
): CalendarPart | null {
  if (!filed?.people.has(recipient) || isOpen(filed)) return null
  const { meeting, people, steps } = filed
  try {
    return { method: methodOf(meeting), text: meetingFile(meeting, people, { tenant, locale, rules, steps }) }
  } catch {
    // A zone that this machine does not know yet: the message can do without.
    return null
  }
}

/** Several slots are proposed, and no calendar has it yet: the first of them would look like the one. */
function isOpen({ meeting: { status, slots }, isChild }: Filed): boolean {
  return status === 'pending' && slots.length > 1 && !isChild
}
