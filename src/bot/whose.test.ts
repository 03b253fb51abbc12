import { describe, expect, it } from 'vitest'
import type { Reminder } from '../index.ts'
import { isThere, stageOf, whyOver } from './whose.ts'

const standings: readonly [Reminder['state'], ReturnType<typeof stageOf>, ReturnType<typeof whyOver> | null][] = [
  ['scheduled', 'to come', null],
  ['waiting', 'to come', null],
  ['paused', 'to come', null],
  ['pending', 'under way', 'isRinging'],
  ['sending', 'under way', 'isRinging'],
  ['sent', 'rang', 'hasRung'],
  ['unknown', 'rang', 'hasRung'],
  ['cancelled', 'deleted', 'wasDeleted'],
  ['skipped', 'deleted', 'wasDeleted'],
  ['failed', 'over', 'isGone'],
  ['suppressed', 'over', 'isGone'],
  ['expired', 'over', 'isGone'],
  ['quarantined', 'over', 'isGone'],
]

describe('a reminder', () => {
  it.each(standings)('that is %s stands alike in a list, under a button and for /undo', (state, stage, why) => {
    expect(stageOf({ state })).toBe(stage)
    expect(isThere({ state })).toBe(stage === 'to come')
    if (why !== null) expect(whyOver({ state })).toBe(why)
  })
})
