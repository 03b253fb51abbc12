// What sequences have found. Each is the shortest list of commands that broke a promise, as the report of a failing seed
// prints it.

import { afterAll, beforeAll, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import type { Command } from './commands.ts'
import { play } from './sequence.ts'
import { Stage } from './stage.ts'

let database: TestDatabase
let stage: Stage

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await Stage.open(database.url)
})

afterAll(async () => {
  await stage?.close()
  await database?.drop()
})

const put = { do: 'put', entity: 'meeting', recipients: ['ana'], late: 'skip', title: 'one' } as const
const series = { do: 'series', entity: 'habit', who: 'ana', zone: null, title: 'one' } as const

const found: [string, string, readonly Command[]][] = [
  [
    'a zone that is cleared together with a new moment is cleared',
    '2030-06-12T08:00:00Z',
    [
      { ...put, at: { days: 2, time: '17:00' }, zone: 'Asia/Seoul', plan: ['-PT15M'] },
      { ...put, at: { days: 1, time: '09:00' }, zone: null, plan: ['-PT15M'] },
      { do: 'advance', minutes: 2_000 },
    ],
  ],
  [
    'a snoozed step of somebody who was removed does not ring',
    '2030-06-12T08:00:00Z',
    [
      { ...put, at: { days: 0, time: '09:00' }, zone: 'UTC', plan: ['-PT15M'] },
      { do: 'advance', minutes: 50 },
      { do: 'snooze', which: 0, next: false, minutes: 60 },
      { ...put, recipients: [] },
      { do: 'advance', minutes: 120 },
    ],
  ],
  [
    'moved back to a moment that has rung, it does not ring at the other',
    '2030-06-12T08:00:00Z',
    [
      { ...put, at: { days: 0, time: '06:40' }, zone: 'UTC', plan: ['PT0S'], late: 'immediate' },
      { ...put, at: { days: 1, time: '09:00' }, zone: 'UTC' },
      { ...put, at: { days: 0, time: '06:40' }, zone: 'UTC', late: 'immediate' },
      { do: 'advance', minutes: 2_000 },
    ],
  ],
  [
    'a step that a journey has moved into the past does not ring at the old moment',
    '2030-06-12T08:00:00Z',
    [
      { ...put, at: { days: 0, time: '17:00' }, zone: null, plan: ['-PT15M'] },
      { do: 'person', who: 'ana', zone: 'Australia/Lord_Howe' },
      { do: 'advance', minutes: 1_000 },
    ],
  ],
  [
    'steps that quiet hours bring together ring once, also after a journey',
    '2030-03-08T20:00:00Z',
    [
      { ...put, at: { days: 2, time: '02:30' }, zone: null, plan: ['PT0S', 'PT30M'] },
      { do: 'person', who: 'ana', zone: 'America/New_York', quiet: 'night' },
      { do: 'advance', minutes: 4_000 },
    ],
  ],
  [
    'a step that another has rung for does not ring late when its recipient travels',
    '2030-06-12T08:00:00Z',
    [
      { ...put, at: { days: 1, time: '09:00' }, zone: 'UTC', plan: ['-PT59M30S', '-PT1H'], late: 'immediate' },
      { do: 'stall', minutes: 2_000 },
      { do: 'person', who: 'ana', zone: 'Europe/Paris' },
    ],
  ],
  [
    'a step that another rings for from now on can be put',
    '2030-04-05T22:45:00Z',
    [
      { ...put, at: { days: 3, time: '01:30' }, zone: null, plan: ['-PT1H'] },
      { ...put, plan: ['-PT1H', '-PT59M30S'] },
      { do: 'advance', minutes: 4_400 },
    ],
  ],
  [
    'an entity with a series that waits for an unknown ring can be cancelled',
    '2030-11-02T01:10:00Z',
    [
      { do: 'provider', answers: 'unknown' },
      { ...series, entity: 'meeting', at: { days: 0, time: '06:40' }, as: 'afterDone' },
      { do: 'advance', minutes: 1_000 },
      { do: 'cancel', entity: 'meeting' },
    ],
  ],
  [
    'an occurrence that passed beside a snooze is not lost',
    '2030-10-26T05:00:00Z',
    [
      { ...series, at: { days: 0, time: '09:00' }, as: 'daily' },
      { do: 'advance', minutes: 300 },
      { do: 'snooze', which: 0, next: false, minutes: 600 },
      { do: 'jump', minutes: 1_500 },
    ],
  ],
  [
    'nor are any, where all are wanted',
    '2030-10-26T05:00:00Z',
    [
      { ...series, at: { days: 0, time: '02:30' }, as: 'hoursAll' },
      { do: 'advance', minutes: 300 },
      { do: 'snooze', which: 0, next: false, minutes: 42 },
      { do: 'jump', minutes: 1_600 },
    ],
  ],
  [
    'of several that rang at once, it is the latest that is snoozed',
    '2030-04-05T22:45:00Z',
    [
      { ...series, at: { days: 0, time: '02:30' }, as: 'hoursAll' },
      { do: 'jump', minutes: 2_153 },
      { do: 'snooze', which: 0, next: false, minutes: 33 },
      { do: 'advance', minutes: 600 },
    ],
  ],
  [
    'snoozed a second time, past the next occurrence, it collapses with it',
    '2030-11-02T01:10:00Z',
    [
      { ...series, at: { days: 0, time: '01:30' }, as: 'daily' },
      { do: 'advance', minutes: 60 },
      { do: 'snooze', which: 0, next: false, minutes: 234 },
      { do: 'snooze', which: 0, next: false, minutes: 1_900 },
      { do: 'advance', minutes: 3_000 },
    ],
  ],
  [
    'snoozed a second time, a nag comes back to where it was',
    '2030-06-12T08:00:00Z',
    [
      { ...series, at: { days: 1, time: '06:40' }, as: 'dailyNag' },
      { do: 'advance', minutes: 1_527 },
      { do: 'snooze', which: 0, next: false, minutes: 32 },
      { do: 'snooze', which: 0, next: true, minutes: 46 },
      { do: 'advance', minutes: 1_500 },
    ],
  ],
  [
    'a paused series that is marked as done, or snoozed, stays paused',
    '2030-06-12T08:00:00Z',
    [
      { ...series, at: { days: 0, time: '02:30' }, as: 'daily' },
      { do: 'advance', minutes: 1_500 },
      { do: 'pause', which: 0 },
      { do: 'acknowledge', which: 0 },
      { do: 'snooze', which: 0, next: false, minutes: 60 },
      { do: 'advance', minutes: 3_000 },
      { do: 'resume', which: 0 },
      { do: 'advance', minutes: 1_500 },
    ],
  ],
  [
    'another zone for the same rule is an edit',
    '2030-06-12T08:00:00Z',
    [
      { ...series, at: { days: 1, time: '09:00' }, zone: 'UTC', as: 'daily' },
      { ...series, at: { days: 1, time: '09:00' }, zone: 'Asia/Seoul', as: 'daily' },
      { do: 'advance', minutes: 3_000 },
    ],
  ],
  [
    'a nag that was cancelled and scheduled again goes on nagging',
    '2030-06-12T08:00:00Z',
    [
      { ...series, at: { days: 0, time: '17:00' }, as: 'nag' },
      { do: 'cancelOne', which: 0 },
      { ...series, at: { days: 0, time: '17:00' }, as: 'nag' },
      { do: 'advance', minutes: 1_000 },
    ],
  ],
]

it.each(found)('%s', async (_, start, commands) => {
  await play(stage, { start, commands })
})
