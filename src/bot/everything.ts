// Everything that somebody has to come, one recipient after the other.

import { limits, type Reminder } from '../index.ts'
import type { BotFlavor } from './context.ts'
import { recipientsOf } from './rights.ts'

const pageMax = 200

/** A page is read when it is asked for. */
export async function* everyPage({ ground, speaker }: BotFlavor): AsyncGenerator<readonly Reminder[], void> {
  for (const recipient of recipientsOf(speaker)) {
    let cursor: string | undefined
    do {
      const page = await ground.belfry.reminders.list({ recipient, limit: pageMax, ...(cursor && { cursor }) })
      yield page.items
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
}

export async function everything(where: BotFlavor): Promise<Reminder[]> {
  const all: Reminder[] = []
  for await (const page of everyPage(where)) all.push(...page)
  return all
}

export async function howMany({ ground, speaker }: BotFlavor): Promise<number> {
  const { reminders } = ground.belfry
  const counts = recipientsOf(speaker).map((recipient) => reminders.count({ recipient, atMost: limits.countMax }))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
