// A meeting's reminder from a cron job that may run twice, or on ten machines at once: it goes out once.

import { createBelfry } from 'belfry'

const belfry = await createBelfry({ database: process.env.DATABASE_URL })

async function cronJob(): Promise<void> {
  const shouldSend = await belfry.ledger.markReminderAsSent({
    entityType: 'MEETING',
    entityId: 'meeting-123',
    reminderType: '24h',
    userId: 'user-456',
  })
  if (shouldSend) console.log('To user-456: your meeting is tomorrow')
}

await Promise.all(Array.from({ length: 10 }, cronJob)) // ten at 9:00
await cronJob() // and one at 9:30

for (const { reminderType, userId } of await belfry.ledger.getRemindersSentForEntity('MEETING', 'meeting-123')) {
  console.log(`Sent: ${reminderType} to ${userId}`)
}
await belfry.close()
