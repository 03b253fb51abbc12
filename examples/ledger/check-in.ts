// A weekly check-in: the same key every week, and `occurrence` says which week.

import { createBelfry } from 'belfry'

const belfry = await createBelfry({ database: process.env.DATABASE_URL })

const checkIn = { entityType: 'CHECKIN', entityId: 'schedule-9', reminderType: 'weekly', userId: 'client-1' }

// The job runs every day; each week's reminder goes out on the first of them.
for (const day of ['2031-W01-1', '2031-W01-2', '2031-W02-1', '2031-W02-2', '2031-W03-1']) {
  const occurrence = day.slice(0, 8)
  if (await belfry.ledger.markReminderAsSent({ ...checkIn, occurrence })) {
    console.log(`${day}: time for your check-in of ${occurrence}`)
  }
}

const { items } = await belfry.ledger.getRemindersSentToUser('client-1')
console.log(`client-1 got ${items.length} reminders`)
await belfry.close()
