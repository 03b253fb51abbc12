// Meal preparation for many people at once: up to 1,000 keys in one call, answered in order. Old records go in the end.

import { createBelfry } from 'belfry'

const belfry = await createBelfry({ database: process.env.DATABASE_URL })

const clients = Array.from({ length: 500 }, (_, i) => `client-${i}`)
const keys = clients.map((userId) => ({
  entityType: 'MEAL_PREP',
  entityId: 'plan-2031-01',
  reminderType: '1d',
  userId,
}))

for (const run of ['first', 'second']) {
  const isFirst = await belfry.ledger.markRemindersAsSent(keys)
  const toSend = clients.filter((_, i) => isFirst[i])
  console.log(`The ${run} run sends ${toSend.length}`)
}

console.log(`client-3 was reminded: ${await belfry.ledger.wasReminderSent(keys[3]!)}`)

const removed = await belfry.ledger.cleanupOldReminders(90)
console.log(`Cleaned up ${removed} records older than 90 days`)
await belfry.close()
