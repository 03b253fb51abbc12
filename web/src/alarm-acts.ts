// What can be done with the alarm of a page, done or not, wherever it is shown. Of an alarm only its page begins it again.

import { act } from './act.ts'
import { api } from './api.ts'
import { nowMs, showTime } from './clock.ts'
import { wordsNow } from './language.ts'
import { words } from './words/alarms.ts'

/** It says when it rings: nobody waits a day to find out. */
export function beginAnew(pageId: string): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.alarms.moreOften({ pageId }),
    said: ({ nextAlarmTime: at }) => (at ? w.begunAnew(showTime(at.instant, at.timezone)) : w.wasReset),
  })
}

export function removeAlarm(pageId: string): Promise<boolean> {
  return act({ run: () => api.alarms.remove({ pageId }), said: wordsNow(words).removed })
}

/** One that was just registered, and may have to wait for the end of quiet hours. */
export function tellRegistered(at: { readonly instant: string; readonly timezone: string } | null): string {
  const w = wordsNow(words)
  const isNow = at === null || Date.parse(at.instant) <= nowMs() + aMinuteMs
  return isNow ? w.registered : w.registeredFor(showTime(at.instant, at.timezone))
}

const aMinuteMs = 60_000
