import { expect, test } from 'vitest'
import { readRule, ruleWords } from './recurrence.ts'

test.each<[input: unknown, words: string]>([
  [{ every: 'day' }, 'every day'],
  [
    { every: 'week', interval: 2, on: ['monday', 'thursday'], at: '09:00', until: '2027-03-01' },
    'every 2 weeks on Monday and Thursday at 09:00, until 1 March 2027',
  ],
  [
    { every: 'week', on: 'weekdays', at: ['09:00', '13:00', '17:30'] },
    'every week on weekdays at 09:00, 13:00 and 17:30',
  ],
  [{ every: 'month', onDays: [1, 15, -1] }, 'every month on the 1st, 15th and last day'],
  [
    { every: 'month', on: ['1st monday', 'last friday'], at: '08:30' },
    'every month on the 1st Monday and the last Friday at 08:30',
  ],
  [{ every: 'month', on: 'weekdays', setPosition: [-1] }, 'every month on weekdays, only the last of these'],
  [{ every: 'month', on: 'friday', onDays: 13 }, 'every month on Friday that is the 13th'],
  [{ every: 'year', inMonths: [2], onDays: [29], count: 10 }, 'every year on the 29th in February, 10 times'],
  [{ every: 'year', inWeeks: [20, -1], on: 'monday' }, 'every year in week 20 and the last week on Monday'],
  [{ every: 'year', onYearDays: [100, -1] }, 'every year on the 100th day and last day of the year'],
  [{ every: 'day', inMonths: [1, 12], count: 1 }, 'every day in January and December, once'],
  [{ every: 'hour', interval: 2, atMinutes: [0, 30] }, 'every 2 hours at :00 and :30'],
  [{ every: 'minute', interval: 15, atHours: [9, 10, 11] }, 'every 15 minutes from 09:00 to 11:59'],
  [{ every: 'minute', atHours: [9, 17] }, 'every minute in the hours 09:00 and 17:00'],
  [{ every: 'minute', atSeconds: [0, 30] }, 'every minute at second 0 and 30'],
  ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30', 'every day at 09:30 and 17:30'],
  ['FREQ=DAILY;BYHOUR=9', 'every day at hour 9'],
  [{ every: 'day', until: '2027-03-01T09:00' }, 'every day, until 1 March 2027 at 09:00'],
  [{ every: 'day', until: '2027-03-01T08:00:00Z' }, 'every day, until 1 March 2027 at 08:00 UTC'],
  [
    { every: 'day', except: ['2026-12-25', '2026-12-26T09:00'], also: '2026-11-01T01:30~2' },
    'every day, except on 25 December 2026 and 26 December 2026 at 09:00, also on 1 November 2026 at 01:30 (the second)',
  ],
  [{ every: 'day', except: ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-31'] }, 'every day, except on 4 dates'],
])('%j', (input, words) => {
  expect(ruleWords(readRule(input, '/rule'))).toBe(words)
})
