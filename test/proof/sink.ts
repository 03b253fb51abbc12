// The harness's side of the witness (processes/sink.js).

import { Child } from './child.ts'
import { type UntilOptions, until } from './until.ts'

/** One send as it arrived at the sink. */
export interface Arrival {
  /** The delivery's. */
  readonly id: string
  readonly attempt: number
  readonly channel: string
  /** The worker's process. */
  readonly pid: number
  readonly dueMs: number
  /** When the channel began to send, and when it arrived: microseconds of the one monotonic clock. */
  readonly begunUs: number
  readonly arrivedUs: number
  /** Not answered before that. */
  readonly answersAtUs: number
  /** Wall clock. */
  readonly arrivedMs: number
  /** How the sink answered: `delivered`, `deferred`, …, `silent` for no answer at all. */
  readonly kind: string
}

/** How the sink answers a reminder's sends: its first by the first answer, and so on; the last one repeats. */
export interface Script {
  readonly answers?: readonly { readonly kind: string; readonly afterMs?: number; readonly reply?: string }[]
  readonly afterMs?: number
}

export interface Sink {
  readonly port: number
  /** Everything so far, in order of arrival. */
  arrivals(): Promise<readonly Arrival[]>
  /** Waits until so many have arrived. */
  received(count: number, options?: UntilOptions): Promise<readonly Arrival[]>
  close(): Promise<void>
}

export async function startSink(): Promise<Sink> {
  const child = new Child('sink', {})
  const { port } = await child.says('ready')
  const known: Arrival[] = []
  let reading: Promise<readonly Arrival[]> = Promise.resolve(known)

  // One reader at a time: two would fetch the same page and count it twice.
  const arrivals = () => {
    reading = reading.then(readOn)
    return reading
  }
  const readOn = async () => {
    for (;;) {
      const page = child.says('arrivals')
      child.tell({ ask: 'arrivals', from: known.length })
      const { arrivals: more, total } = await page
      known.push(...(more as Arrival[]))
      if (known.length >= (total as number)) return known
    }
  }
  return {
    port: port as number,
    arrivals,
    async received(count, options) {
      await until(`${count} sends at the sink`, async () => (await arrivals()).length >= count, options)
      return known
    },
    close: () => child.kill(),
  }
}

/** The person may have got it: everything but a definite no. */
export function isAccepted({ kind }: Arrival): boolean {
  return kind !== 'deferred' && kind !== 'refused' && kind !== 'gone'
}

export function byDelivery(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  return groupBy(arrivals, ({ id }) => id)
}

export function byReminder(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  return groupBy(arrivals, ({ id }) => reminderOf(id))
}

function groupBy(arrivals: readonly Arrival[], keyOf: (arrival: Arrival) => string): Map<string, Arrival[]> {
  const groups = new Map<string, Arrival[]>()
  for (const arrival of arrivals) {
    const group = groups.get(keyOf(arrival))
    if (group) group.push(arrival)
    else groups.set(keyOf(arrival), [arrival])
  }
  return groups
}

/** A delivery's id begins with its reminder's. */
export function reminderOf(deliveryId: string): string {
  return deliveryId.slice(0, deliveryId.indexOf('.'))
}
