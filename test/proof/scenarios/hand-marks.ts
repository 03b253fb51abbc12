// A ledger key marked by many processes at once: exactly one of them is told that it was the first.

import { times } from '../load.ts'
import type { Scenario } from '../scenario.ts'
import { Judge } from '../verdict.ts'

export interface HandMarksSize {
  readonly processes: number
  readonly parallelEach: number
  /** Of each process: the suite's server has 100 for everybody. */
  readonly connectionsEach: number
  readonly keys: number
}

export const handMarks: Scenario<HandMarksSize> = {
  name: 'hand marks',
  channels: [],
  stopsServer: false,
  full: { processes: 4, parallelEach: 16, connectionsEach: 16, keys: 1_000 },
  short: { processes: 4, parallelEach: 16, connectionsEach: 6, keys: 50 },

  async play(world, { processes, parallelEach, connectionsEach, keys }) {
    const judge = new Judge()
    const markers = times(processes, () => world.startChild('marker', { connections: connectionsEach }))
    await Promise.all(markers.map((marker) => marker.says('ready')))
    const wrong: string[] = []
    let firsts = 0
    for (const entityId of times(keys, (i) => `key-${i}`)) {
      const key = { entityType: 'meeting', entityId, reminderType: '24h', userId: 'ana' }
      const answers = markers.map((marker) => marker.says('firsts'))
      for (const marker of markers) marker.tell({ key, times: parallelEach })
      const count = (await Promise.all(answers)).reduce((sum, answer) => sum + (answer.firsts as number), 0)
      firsts += count
      if (count !== 1) wrong.push(`${entityId} ${count} times`)
    }
    judge.figure('keys', keys)
    judge.figure('marks', keys * processes * parallelEach)
    judge.figure('answered true', firsts)
    judge.none(wrong, 'marked_twice', 'keys not true exactly once')
    return judge
  },
}
