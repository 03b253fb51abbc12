// A rule, looked at before it is used; a nag that stops when it is done; a night that nobody is woken in.

import { createTestBelfry } from 'belfry/testing'

const { belfry, memory, advance, close } = await createTestBelfry({
  database: process.env.DATABASE_URL,
  now: '2031-03-29T12:00:00Z',
})
await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })

const pill = { rule: 'FREQ=DAILY', at: '2031-03-30T02:30:00', timezone: 'Europe/Paris' }
for (const { local, notes } of await belfry.reminders.preview({ ...pill, count: 2 })) {
  console.log([local, ...notes].join(': '))
}

const nag = { every: 'PT10M', atMost: 6 }
const plants = { entity: { type: 'plants', id: '1' }, recipient: 'ana', in: 'PT1H', title: 'Water the plants' }
const { id } = await belfry.reminders.schedule({ ...plants, repeat: { nag } })
await advance('PT1H15M')
console.log(`rang ${memory.sent.length} times`)
await belfry.reminders.acknowledge(id)
await advance('PT3H')
console.log(`done after ${memory.sent.length}`)

await belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
const late = await belfry.reminders.schedule({
  entity: { type: 'note', id: '1' },
  recipient: 'ana',
  at: '2031-03-30T23:00:00',
})
console.log(`not at 23:00 but at ${late.dueAt.toISOString()}`)
await close()
