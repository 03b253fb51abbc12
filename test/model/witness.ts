// The witness is what the channel was given, never a table: every message was promised, every promise was kept, and each broken
// one has a name.

import type { Story } from '../../src/index.ts'
import { type Entry, hasBegun, type Reminder, type Ring } from './promise.ts'
import type { Given } from './stage.ts'

export class BrokenPromise extends Error {
  constructor(promise: string, detail: unknown) {
    super(`${promise}: ${JSON.stringify(detail, null, 1)}`)
    this.name = 'BrokenPromise'
  }
}

/** `prefix`: what the ids of this sequence begin with. */
export function compareRings(expected: readonly Ring[], given: readonly Given[], prefix: string): void {
  for (const { message, atMs } of given) {
    if (message.dueAt.getTime() > atMs) throw new BrokenPromise('never early', { message, at: new Date(atMs) })
    if (!message.recipient.startsWith(prefix))
      throw new BrokenPromise('nothing of an erased one after the answer', message)
  }
  const surplus = given.map((one) => lineOfGiven(one, prefix.length))
  const missing = expected.map(lineOf).filter((line) => {
    const i = surplus.indexOf(line)
    if (i >= 0) surplus.splice(i, 1)
    return i < 0
  })
  if (surplus.length + missing.length > 0)
    throw new BrokenPromise(nameOf(missing, surplus, expected.map(lineOf)), { missing, surplus })
}

function lineOfGiven({ message, atMs }: Given, prefixLength: number): string {
  const { kind, occurrence, title } = message
  return lineOf({
    ...{ entity: message.entity.id.slice(prefixLength), recipient: message.recipient.slice(prefixLength) },
    ...{ kind, occurrence, title, atMs, dueMs: message.dueAt.getTime() },
  })
}

function lineOf(ring: Omit<Ring, 'generation' | 'attempt'>): string {
  const { entity, kind, recipient, occurrence, title, dueMs, atMs } = ring
  const due = new Date(dueMs).toISOString()
  return `${entity} ${kind} ${recipient} ${occurrence} due ${due} at ${new Date(atMs).toISOString()} "${title}"`
}

function nameOf(missing: readonly string[], surplus: readonly string[], expected: readonly string[]): string {
  const short = (line: string) => line.split(' due ')[0]
  const names = new Set(missing.map(short))
  if (surplus.some((line) => names.has(short(line)))) return 'at the right moment, with the right text'
  if (surplus.some((line) => expected.includes(line))) return 'once'
  return surplus.length > 0 ? 'nothing else rings' : 'everything that must ring has rung'
}

/** When everything has ended: what was not sent has a final state and a reason, and the ledger says what became of the rest. */
export function compareStory(reminder: Reminder, { reminder: now, deliveries }: Story): void {
  if (now.dueAt !== null || deliveries.length === 0) throw new BrokenPromise('nothing is left over', now)
  const isOpen = (state: string) => state === 'pending' || state === 'sending'
  const open = deliveries.find(({ state, reason }) => isOpen(state) || (state !== 'sent' && !reason))
  if (open) throw new BrokenPromise('what is not sent has a final state with a reason', open)
  const expected = begun([...reminder.ledger.values()].filter(hasBegun))
  const explained = begun(deliveries.filter((one) => hasBegun(one as unknown as Entry)))
  if (expected.join() !== explained.join())
    throw new BrokenPromise('the ledger says what became of it', { expected, explained })
}

function begun(list: readonly { occurrence: string; generation: number; state: string }[]): string[] {
  return list.map(({ occurrence, generation, state }) => `${occurrence} ${generation} ${state}`).sort()
}
