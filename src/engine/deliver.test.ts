import { describe, expect, it } from 'vitest'
import type { Channel, Outcome } from '../channels/channel.ts'
import { memoryChannel } from '../channels/memory/memory.ts'
import type { Concluded } from './conclude.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import type { FiredRow } from './fire.ts'
import { Lanes } from './lanes.ts'

const row = {
  ...{ what: 'fired', bucket: 0, reminder: '00000000-0000-0000-0000-000000000000', occurrence_key: '1', attempt: 1 },
  ...{ tries: 0, lost: 0, critical: false, parked: false, repeatable: false, fallback: null, tenant: 't' },
  ...{ entity_type: 'note', entity_id: '1', kind: 'once', recipient: 'ana', occurrence: 'once', generation: 1 },
  ...{ channel: 'memory', state: 'sending', title: 'Hello', body: null, data: null, due_ms: 0, at_ms: 0 },
  ...{ useful_until_ms: 0, timezone: null, locale: null, address: 'a', claim_bucket: 0, claim: '1', delay_ms: null },
} as FiredRow

async function delivered(
  channel: Channel,
  more: Partial<DeliverOptions> = {},
  attempt = 1,
): Promise<readonly Concluded[]> {
  const reported: Concluded[] = []
  const lanes = new Lanes([channel], { leaseMs: 60_000, coalesce: null })
  await deliver({ rows: [{ ...row, attempt }], elapsedMs: () => 0, trace: null }, {
    ...{ lanes, leaseMs: 60_000, isStopping: () => false, attempted: () => {}, clock: { nowMs: () => 0 } },
    report: (concluded) => reported.push(...concluded),
    compose: async (_, messages) =>
      messages.map(() => ({
        ...{
          subject: '',
          text: '',
          html: null,
          actions: null,
          span: null,
          calendar: null,
          recipientName: null,
          count: 1,
        },
      })),
    ...more,
  } as DeliverOptions)
  expect(lanes.inFlight).toBe(0)
  return reported
}

async function outcome(answer: unknown): Promise<unknown> {
  const [one] = await delivered({ ...memoryChannel(), send: async () => answer as Outcome })
  return one?.result
}

describe('a delivery', () => {
  it('whose words cannot be made is not tried, and comes again a little later', async () => {
    const channel = memoryChannel()
    const compose = async () => {
      throw new Error('the database is away')
    }
    const [one] = await delivered({ ...channel, format: 'plain' }, { compose })
    expect(one?.result).toMatchObject({ kind: 'busy', retryAfterMs: 10_000 })
    for (const [attempt, retryAfterMs] of [
      [3, 40_000],
      [2_000, 900_000],
    ] as const)
      expect((await delivered({ ...channel, format: 'plain' }, { compose }, attempt))[0]?.result).toMatchObject({
        retryAfterMs,
      })
    expect(channel.sent).toEqual([])
  })

  it('brings its words along where the channel asks for them, and only there', async () => {
    const [asking, plain] = [memoryChannel(), memoryChannel()]
    await delivered({ ...asking, format: 'email' })
    await delivered(plain)
    expect([asking.sent[0]?.content?.count, plain.sent[0]?.content]).toEqual([1, undefined])
  })

  it('says at which address it was tried, and by which schedule', async () => {
    const [one] = await delivered({ ...memoryChannel(), retryDelaysMs: [5] })
    expect(one).toMatchObject({ address: 'a', channel: 'memory', delivery: { retryDelaysMs: [5] } })
  })

  it.each([
    [{ kind: 'busy' }, { kind: 'busy', retryAfterMs: 0 }],
    [
      { kind: 'busy', retryAfterMs: 5 },
      { kind: 'busy', retryAfterMs: 5 },
    ],
    [
      { kind: 'busy', retryAfterMs: Number.NaN },
      { kind: 'busy', retryAfterMs: 0 },
    ],
    [
      { kind: 'deferred', retryAfterMs: 1e15 },
      { kind: 'deferred', retryAfterMs: 604_800_000 },
    ],
    [{ kind: 'suppressed' }, { kind: 'suppressed', reason: 'demo_mode' }],
    [
      { kind: 'suppressed', reason: 'no_address' },
      { kind: 'suppressed', reason: 'no_address' },
    ],
    [
      { kind: 'suppressed', reason: 'mood' },
      { kind: 'suppressed', reason: 'demo_mode' },
    ],
    [
      { kind: 'gone', fault: 'bounced' },
      { kind: 'gone', fault: 'bounced' },
    ],
    [
      { kind: 'gone', fault: 'mood' },
      { kind: 'gone', fault: 'gone' },
    ],
    [{ kind: 'perhaps' }, { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
  ])('answered with %o counts as %o', async (answer, result) => {
    expect(await outcome(answer)).toMatchObject(result)
  })
})
