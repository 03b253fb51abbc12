// Cancel and a reminder that is just being sent, many times: a real worker, and a channel of the test's own as the witness of
// what began and when. As the proof (test/proof/scenarios/cancels.ts) has it: after the answer no send begins but those that it
// names, which were taken before it, and every send that had begun is over or named.

import { expect, it } from 'vitest'
import {
  type Belfry,
  type Channel,
  createBelfry,
  type MeetingReminder,
  type Message,
  type Transitioned,
} from '../../src/index.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { latch } from './latch.ts'
import { proposal, roundCount, slotOf } from './meeting-rounds.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
const atOnce = 8
const days = roundCount / atOnce
const kind = '1h_before'

interface Send {
  readonly id: string
  readonly meeting: string
  readonly kind: string
  readonly recipient: string
  readonly begun: number
  ended: number | null
}

/** Everything that was given to it, in order; counts as one clock for begins, ends and answers. */
class Witness {
  readonly sends: Send[] = []
  #ticks = 0
  #first = latch()
  /** What a send waits for before it is over. */
  pause: (recipient: string) => Promise<unknown> = async () => {}

  tick(): number {
    return ++this.#ticks
  }

  /** Resolves when the next reminder, which is no notice, is being sent. */
  nextReminder(): Promise<void> {
    this.#first = latch()
    return this.#first.opened
  }

  get channel(): Channel {
    return {
      ...{ name: 'witness', idempotent: false, needsAddress: false, concurrency: 100 },
      send: async (message) => {
        const begun = (message.members ?? [message]).map((one) => this.#begin(one, message.recipient))
        if (begun.some((send) => send.kind === kind)) this.#first.open()
        await this.pause(message.recipient)
        for (const send of begun) send.ended = this.tick()
        return { kind: 'delivered' }
      },
    }
  }

  #begin(one: Pick<Message, 'id' | 'entity' | 'kind'>, recipient: string): Send {
    const send = { id: one.id, meeting: one.entity.id, kind: one.kind, recipient, begun: this.tick(), ended: null }
    this.sends.push(send)
    return send
  }
}

interface Cancelled {
  readonly id: string
  readonly people: readonly [string, string]
  readonly answer: Transitioned
  readonly answeredAt: number
}

it('no send begins after a cancel has answered, and what had begun is over or named', {
  timeout: 120_000,
}, async () => {
  const witness = new Witness()
  const options = { database: running.url(), channels: [witness.channel], defaultChannels: ['witness'] }
  const a = await createBelfry(options)
  running.atEnd(() => a.close())
  await a.clock.set(new Date('2030-01-01T00:00:00Z'))
  const meetings = await acceptAll(a)
  const working = await createTestBelfry(options)
  running.atEnd(() => working.close())
  const cancelled: Cancelled[] = []
  for (let day = 0; day < days; day++)
    cancelled.push(...(await cancelDay({ a, working, witness }, day, meetings[day]!)))
  expect(cancelled).toHaveLength(roundCount)
  expect(cancelled.flatMap((one) => brokenBy(one, witness.sends))).toEqual([])
})

const pairOf = (n: number): [string, string] => [`ana-${n}`, `bo-${n}`]
const slow = new Set([2, 3, 6, 7].map((n) => `bo-${n}`))

/** Eight meetings a day, each of two people of its own, at the same hour. */
async function acceptAll(belfry: Belfry): Promise<string[][]> {
  for (let n = 0; n < atOnce; n++) for (const id of pairOf(n)) await belfry.recipients.put({ id })
  const accept = async (day: number, n: number) => {
    const [ana, bo] = pairOf(n)
    const { meeting } = await belfry.meetings.request({ ...proposal(ana, [bo], slotOf(day)), plan: ['-PT1H'] })
    await belfry.meetings.accept(meeting.id, { participant: bo })
    return meeting.id
  }
  const all: string[][] = []
  for (let day = 0; day < days; day++)
    all.push(await Promise.all(Array.from({ length: atOnce }, (_, n) => accept(day, n))))
  return all
}

interface Stage {
  readonly a: Belfry
  readonly working: TestBelfry
  readonly witness: Witness
}

/** The hour before comes, and everything of that day is called off: half of it at once, half when the first send has begun. */
async function cancelDay({ a, working, witness }: Stage, day: number, ids: readonly string[]): Promise<Cancelled[]> {
  const begun = witness.nextReminder()
  const answered = latch()
  // Some are slow: still under way when everything has been called off.
  witness.pause = (recipient) => (slow.has(recipient) ? answered.opened : a.clock.read())
  const hour = a.clock.set(new Date(slotOf(day).start.getTime() - 3_600_000))
  const cancel = async (id: string, n: number): Promise<Cancelled> => {
    // A notice of the day before would be of no use any more, and nobody would be told.
    await hour
    if (n % 2 === 1) await begun
    for (let waited = 0; waited < n; waited++) await a.clock.read()
    const answer = await a.meetings.cancel(id, { participant: pairOf(n)[0] })
    return { id, people: pairOf(n), answer, answeredAt: witness.tick() }
  }
  const coming = hour.then(() => working.worker.wake())
  const all = await Promise.all(ids.map(cancel))
  answered.open()
  await coming
  // Notices that wait for a day are of no use any more.
  await working.settled()
  return all
}

function brokenBy({ id, people, answer, answeredAt }: Cancelled, sends: readonly Send[]): string[] {
  const { cancelled, inFlight } = answer.reminders
  const named = new Set(inFlight)
  const own = sends.filter((send) => send.meeting === id)
  const rings = own.filter((send) => send.kind === kind)
  const late = rings.filter((send) => send.begun > answeredAt && !named.has(send.id))
  const open = rings.filter((send) => (send.ended ?? Number.POSITIVE_INFINITY) > answeredAt && !named.has(send.id))
  const uneven = people.filter((one) => {
    const count = (list: readonly { readonly recipient: string }[]) =>
      list.filter(({ recipient }) => recipient === one).length
    return count(rings) + count(cancelled) !== 1 || count(own.filter((send) => send.kind === 'cancelled')) !== 1
  })
  return [
    ...late.map((send) => `${id}: a send to ${send.recipient} began after the answer`),
    ...open.map((send) => `${id}: a send to ${send.recipient} was under way, and the answer does not name it`),
    ...uneven.map((one) => `${id}: ${one} was not reminded or told once: ${summary(own, cancelled, inFlight, one)}`),
    ...(answer.meeting.status === 'cancelled' ? [] : [`${id} is ${answer.meeting.status}`]),
  ]
}

/** For whoever has to find out. */
function summary(
  own: readonly Send[],
  cancelled: readonly MeetingReminder[],
  inFlight: readonly string[],
  one: string,
) {
  const sent = own
    .filter(({ recipient }) => recipient === one)
    .map((send) => `${send.kind} ${send.begun}–${send.ended}`)
  const off = cancelled.filter(({ recipient }) => recipient === one).map((reminder) => reminder.kind)
  return `sent [${sent.join(', ')}], cancelled [${off.join(', ')}], ${inFlight.length} in flight`
}
