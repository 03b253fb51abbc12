import { createBelfry, memoryChannel } from 'belfry'

const memory = memoryChannel()
const belfry = await createBelfry({ database: process.env.DATABASE_URL, channels: [memory] })
belfry.startWorker()

await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
await belfry.reminders.schedule({
  entity: { type: 'note', id: '7' },
  recipient: 'ana',
  in: 'PT2S',
  title: 'Call mom',
  channels: ['memory'],
})

const [message] = await memory.received(1)
console.log(`${message?.recipient}: ${message?.title}`)
await belfry.close()
