// Buttons of a row: done at once in the list, said in a toast, taken back by the server.

import { act } from '../../act.ts'
import { api, type Reminder } from '../../api.ts'
import { localText, ownZone, showTime } from '../../clock.ts'
import { wordsNow } from '../../language.ts'
import type { Paged } from '../../pages-of.ts'
import { bringBack, canComeBack, moving, takeBack, titleOf } from '../../reminder-changes.ts'
import { words } from '../../words/upcoming.ts'

export { titleOf }

export interface Doing {
  move(reminder: Reminder, toMs: number): Promise<boolean>
  snooze(reminder: Reminder, toMs: number): Promise<boolean>
  skip(reminder: Reminder): Promise<boolean>
  done(reminder: Reminder): Promise<boolean>
  cancel(reminder: Reminder): Promise<boolean>
}

const moment = (instant: string) => showTime(instant, ownZone.get())

export function doingIn(list: Paged<Reminder>, fromMs: number, toMs: number): Doing {
  const without = (reminder: Reminder) => list.change((items) => items.filter(({ id }) => id !== reminder.id))
  const at = (reminder: Reminder, ms: number) => list.change((items) => placed(items, reminder, ms, { fromMs, toMs }))
  return {
    move: (reminder, ms) => moving(reminder, ms, 'moved', () => at(reminder, ms)),
    snooze: (reminder, ms) => moving(reminder, ms, 'snoozed', () => at(reminder, ms)),
    skip: (reminder) =>
      act({
        run: () => api.reminders.skip({ id: reminder.id }),
        expect: () => without(reminder),
        said: ({ dueAt }) => wordsNow(words).skipped(titleOf(reminder), dueAt && moment(dueAt.instant)),
        ...(canComeBack(reminder) ? { undo: () => takeBack(reminder, 'skipped') } : {}),
        undone: wordsNow(words).undone,
      }),
    done: (reminder) =>
      act({
        run: () => api.reminders.acknowledge({ id: reminder.id }),
        expect: () => without(reminder),
        said: wordsNow(words).isDone(titleOf(reminder)),
        ...(canComeBack(reminder) ? { undo: () => takeBack(reminder, 'acknowledged') } : {}),
        undone: wordsNow(words).undone,
      }),
    cancel: (reminder) =>
      act({
        run: () => api.reminders.cancel({ id: reminder.id }),
        expect: () => without(reminder),
        said: ({ inFlight }) => wordsNow(words)[inFlight.length > 0 ? 'late' : 'cancelled'](titleOf(reminder)),
        ...(canComeBack(reminder) ? { undo: () => bringBack(reminder) } : {}),
        undone: wordsNow(words).undone,
      }),
  }
}

/** In due order, where it will be; gone if that is somewhere else. */
function placed(
  items: readonly Reminder[],
  reminder: Reminder,
  ms: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly Reminder[] {
  const others = items.filter(({ id }) => id !== reminder.id)
  if (ms < fromMs || ms >= toMs) return others
  const timezone = reminder.dueAt!.timezone
  const dueAt = { instant: new Date(ms).toISOString(), local: localText(ms, timezone), timezone }
  const after = others.findIndex((one) => Date.parse(one.dueAt!.instant) > ms)
  return others.toSpliced(after < 0 ? others.length : after, 0, { ...reminder, dueAt })
}
