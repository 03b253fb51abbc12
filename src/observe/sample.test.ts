import { describe, expect, it } from 'vitest'
import type { Stats } from '../index.ts'
import { Sampler } from './sample.ts'

const none = { value: 0, precision: 'exact' } as const
const stats: Stats = {
  now: new Date('2030-01-01T00:00:00Z'),
  due: none,
  oldestDueAt: null,
  reminders: none,
  waiting: none,
  attention: { failed: none, unknown: none, quarantined: none },
  holds: { all: 0, tenant: 0, channel: 0, tenant_channel: 0 },
  requests: none,
}
const minute = 60_000

describe('sampling', () => {
  it('asks once for many scrapes, together or one after the other', async () => {
    let asked = 0
    const read = async () => {
      asked += 1
      return stats
    }
    const sampler = new Sampler({ read, everyMs: minute, waitMs: minute })
    const samples = await Promise.all([sampler.sample(), sampler.sample(), sampler.sample()])
    await sampler.sample()
    expect(asked).toBe(1)
    expect(samples.map(({ isUp }) => isUp)).toEqual([true, true, true])
  })

  it('keeps the last sample when the next fails, and says that the database is down', async () => {
    let isBroken = false
    const read = () => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(stats))
    const sampler = new Sampler({ read, everyMs: 0, waitMs: minute })
    await sampler.sample()
    isBroken = true
    expect(await sampler.sample()).toMatchObject({ stats, isUp: false })
    isBroken = false
    expect(await sampler.sample()).toMatchObject({ stats, isUp: true })
  })

  it('does not ask a database that is down more often than one that is up', async () => {
    let asked = 0
    const read = () => {
      asked += 1
      return Promise.reject(new Error('away'))
    }
    const sampler = new Sampler({ read, everyMs: minute, waitMs: minute })
    expect(await sampler.sample()).toEqual({ stats: null, ageMs: null, isUp: false })
    await sampler.sample()
    expect(asked).toBe(1)
  })

  it('does not wait for ever, and takes the sample when it comes', async () => {
    let answer = (_: Stats) => {}
    const read = () =>
      new Promise<Stats>((resolve) => {
        answer = resolve
      })
    const sampler = new Sampler({ read, everyMs: minute, waitMs: 1 })
    expect(await sampler.sample()).toMatchObject({ stats: null, isUp: false })
    answer(stats)
    expect(await sampler.sample()).toMatchObject({ stats, isUp: true })
  })
})
