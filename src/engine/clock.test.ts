import { expect, it } from 'vitest'
import { advanceClock } from './clock.ts'
import type { Context } from './context.ts'
import type { Database } from './database.ts'

it('an advance ends though something goes on and on', async () => {
  let open = 1
  const answers: Record<string, () => object> = {
    clock: () => ({ now_ms: 0, driven: true }),
    unsettled: () => ({ open: open++ }),
    'next-moment': () => ({ ms: null }),
    'advance-clock': () => ({ now_ms: 3_600_000 }),
  }
  const db = {
    run: async (statement: string) => [answers[statement]!()],
    transaction: (work: (tx: Database) => Promise<unknown>) => work(db),
  } as unknown as Database
  expect(await advanceClock({ db } as Context, 'PT1H', 20)).toEqual({ now: new Date(0), reached: false })
  expect(open).toBeGreaterThan(1)
})
