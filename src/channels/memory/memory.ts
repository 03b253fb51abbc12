// The memory channel: keeps what it was given, for tests and first steps. Outcomes can be scripted. Made `idempotent`, it
// keeps a repeated id once.

import type { Channel, Message, Outcome } from '../channel.ts'

export interface MemoryChannel extends Channel {
  readonly sent: readonly Message[]
  /** Called for each message before it is kept; what it answers is the outcome, and only `delivered` is kept. */
  script(answer: ((message: Message, signal: AbortSignal) => Outcome | Promise<Outcome>) | null): void
  /** Resolves with the messages once there are at least `count`. */
  received(count: number): Promise<readonly Message[]>
  clear(): void
}

export function memoryChannel(
  options: Partial<Pick<Channel, 'name' | 'idempotent' | 'concurrency' | 'timeoutMs' | 'needsAddress'>> = {},
): MemoryChannel {
  const sent: Message[] = []
  const waiting = new Set<() => void>()
  let answer: ((message: Message, signal: AbortSignal) => Outcome | Promise<Outcome>) | null = null
  return {
    name: options.name ?? 'memory',
    idempotent: options.idempotent ?? false,
    needsAddress: options.needsAddress ?? false,
    concurrency: options.concurrency ?? 1_000,
    timeoutMs: options.timeoutMs ?? 15_000,
    sent,
    script(next) {
      answer = next
    },
    async send(message, signal) {
      const outcome: Outcome = answer ? await answer(message, signal) : { kind: 'delivered' }
      const isRepeated = options.idempotent === true && sent.some(({ id }) => id === message.id)
      if (outcome.kind === 'delivered' && !isRepeated) {
        sent.push(message)
        for (const check of waiting) check()
      }
      return outcome
    },
    received(count) {
      return new Promise((resolve) => {
        const check = () => {
          if (sent.length < count) return
          waiting.delete(check)
          resolve(sent)
        }
        waiting.add(check)
        check()
      })
    },
    clear() {
      sent.length = 0
    },
  }
}
