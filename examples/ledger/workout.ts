// A workout's reminder in one call: check, send, and record how it went. A send that definitely failed is released.

import { createBelfry } from 'belfry'

const belfry = await createBelfry({ database: process.env.DATABASE_URL })

const workout = { entityType: 'WORKOUT', entityId: 'leg-day', reminderType: '1h', userId: 'user-7' }

let isDown = true
async function sendWorkoutReminder(): Promise<string> {
  if (isDown) throw new Error('the push service is down')
  return 'delivered'
}

try {
  await belfry.ledger.sendOnce(workout, sendWorkoutReminder)
} catch (error) {
  // Nobody can know yet whether it arrived: it is listed, and not sent again by itself.
  console.log(`Failed: ${(error as Error).message}`)
  const [open] = await belfry.deliveries.needingAttention({ state: 'unknown' })
  console.log(`Open: ${open?.entity.type} ${open?.entity.id} is ${open?.state}`)
}

// The service says that it never got the message: free the key.
console.log(`Released: ${await belfry.ledger.release(workout)}`)

isDown = false
console.log(await belfry.ledger.sendOnce(workout, sendWorkoutReminder))
console.log(await belfry.ledger.sendOnce(workout, sendWorkoutReminder))
await belfry.close()
