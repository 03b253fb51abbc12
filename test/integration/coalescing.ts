// What tests of reminders that are put together have in common.

import type { BelfryOptions, Message, Outcome } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { reminder } from './running.ts'

export const minute = { coalesce: { within: 'PT1M' } } satisfies BelfryOptions

/** What a message is about, by the entities of its reminders. */
export const about = ({ entity, members }: Message) => members?.map((one) => one.entity.id) ?? [entity.id]
export const abouts = (messages: readonly Message[]) => messages.map(about)

/** Notes `a`, `b`, …, due so many seconds from now. */
export async function schedule(test: Pick<TestBelfry, 'belfry'>, dueIn: Record<string, number>, more: object = {}) {
  const ids: Record<string, string> = {}
  for (const [name, seconds] of Object.entries(dueIn)) {
    const { id } = await test.belfry.reminders.schedule(
      reminder(name, { in: `PT${seconds}S`, title: `title ${name}`, ...more }),
    )
    ids[name] = id
  }
  return ids
}

export async function deliveriesOf(test: Pick<TestBelfry, 'belfry'>, id: string | undefined) {
  return (await test.belfry.reminders.explain(id!)).deliveries
}

/** Answers one after the other, then delivers. Everything that was tried is kept. */
export function scripted(test: TestBelfry, outcomes: readonly Outcome[] = []): Message[] {
  const tried: Message[] = []
  const left = [...outcomes]
  test.memory.script((message) => {
    tried.push(message)
    return left.shift() ?? { kind: 'delivered' }
  })
  return tried
}
