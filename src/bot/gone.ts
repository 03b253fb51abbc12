// Deleting a reminder so that a button can bring it back: what it was is remembered under its id, of whoever deleted it.

import type { Reminder } from '../index.ts'
import type { BotFlavor } from './context.ts'
import { type Description, describe } from './undo.ts'

/** Null: it is deleted. Else why not. */
export async function deleteReminder(where: BotFlavor, reminder: Reminder): Promise<'isRinging' | 'hasRung' | null> {
  const before = describe(reminder)
  const { cancelled, inFlight } = await where.ground.belfry.reminders.cancel(reminder.id)
  // Of a series only the ring that is on its way stays: everything after it is gone.
  const isOver = cancelled || (reminder.series !== null && inFlight.length > 0)
  if (!isOver) return inFlight.length > 0 ? 'isRinging' : 'hasRung'
  if (before) await writeGone(where, reminder.id, before)
  return null
}

export async function readGone({ ground, speaker }: BotFlavor, id: string): Promise<Description | null> {
  const { user, chat } = speaker
  return await ground.belfry.chats.readState<Description>({ user, chat, name: `gone:${id}` })
}

export async function writeGone({ ground, speaker }: BotFlavor, id: string, before: Description | null): Promise<void> {
  const { user, chat, isGroup } = speaker
  // There somebody may begin with a tap.
  if (isGroup) await ground.belfry.chats.putPerson({ user })
  await ground.belfry.chats.writeState({ user, chat, name: `gone:${id}` }, before)
}
