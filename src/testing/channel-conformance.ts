// What every channel must do, whatever is behind it. A new channel is done when it is one more line in the list that
// test/conformance runs this over.

import type { Channel, Message, Outcome } from '../channels/channel.ts'

export interface ChannelUnderTest {
  readonly channel: Channel
  /** An address that works. */
  readonly address: string | null
  /** What the other side has received so far: message ids, repeated as often as they came. */
  received(): Promise<readonly string[]> | readonly string[]
  /** Makes the other side answer the next send in this way; null where it cannot. */
  provoke(kind: Outcome['kind'] | 'hang'): Promise<boolean> | boolean
  close?(): Promise<void>
}

interface TestRunner {
  describe(name: string, body: () => void): void
  it(name: string, body: () => Promise<void>): void
  expect(value: unknown): {
    toEqual(expected: unknown): void
    toBe(expected: unknown): void
    toContain(expected: unknown): void
  }
}

const kinds = ['delivered', 'deferred', 'refused', 'gone', 'unknown'] as const

/** Declares the suite in the caller's test runner (vitest, or anything with describe, it and expect). */
export function channelConformance(runner: TestRunner, name: string, make: () => Promise<ChannelUnderTest>): void {
  const { describe, it, expect } = runner
  const under = async (body: (test: ChannelUnderTest) => Promise<void>) => {
    const test = await make()
    try {
      await body(test)
    } finally {
      await test.close?.()
    }
  }
  describe(`channel ${name}`, () => {
    it('has a name that can be stored and a lease-sized time-out', () =>
      under(async ({ channel }) => {
        expect(/^[a-z][a-z0-9_]{0,63}$/.test(channel.name)).toBe(true)
        expect((channel.timeoutMs ?? 15_000) < 60_000).toBe(true)
      }))

    it('delivers a message once for one send', () =>
      under(async ({ channel, address, received }) => {
        const outcome = await channel.send(message(1, address), signal())
        expect(outcome.kind).toBe('delivered')
        expect([...(await received())]).toEqual([message(1, address).id])
      }))

    for (const kind of kinds) {
      it(`answers ${kind} as a value, never by throwing`, () =>
        under(async ({ channel, address, provoke }) => {
          if (!(await provoke(kind))) return
          expect((await channel.send(message(2, address), signal())).kind).toBe(kind)
        }))
    }

    it('reaches the other side at most once under one id, if it says it is idempotent', () =>
      under(async ({ channel, address, received }) => {
        if (!channel.idempotent) return
        await channel.send(message(3, address), signal())
        await channel.send({ ...message(3, address), attempt: 2 }, signal())
        expect((await received()).filter((id) => id === message(3, address).id).length).toBe(1)
      }))

    it('gives up when the engine does', () =>
      under(async ({ channel, address, provoke }) => {
        if (!(await provoke('hang'))) return
        const abort = new AbortController()
        const sending = channel.send(message(4, address), abort.signal).catch((): Outcome => ({ kind: 'unknown' }))
        abort.abort(new Error('time-out'))
        expect(kinds).toContain((await sending).kind)
      }))

    it('answers many in order, if it takes many', () =>
      under(async ({ channel, address }) => {
        if (!channel.sendMany) return
        const outcomes = await channel.sendMany([message(5, address), message(6, address)], signal())
        expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered'])
      }))
  })
}

function signal(): AbortSignal {
  return new AbortController().signal
}

function message(n: number, address: string | null): Message {
  return {
    id: `00000000-0000-0000-0000-00000000000${n}.000000000000000${n}`,
    tenant: 'default',
    recipient: 'ana',
    address,
    entity: { type: 'note', id: String(n) },
    kind: 'once',
    occurrence: 'once',
    title: 'A title with “quotes”, 한국어 and an emoji 🔔',
    body: 'Line one\nLine two',
    data: { n },
    dueAt: new Date('2030-01-01T00:00:00Z'),
    usefulUntil: new Date('2030-01-02T00:00:00Z'),
    timezone: 'Europe/Paris',
    locale: 'en',
    attempt: 1,
  }
}
