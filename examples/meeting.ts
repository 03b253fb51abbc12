// A meeting with its reminders: put it, move it, call it off. A driven clock lets three days pass in a moment.

import { createTestBelfry } from 'belfry/testing'

const { belfry, memory, advance, close } = await createTestBelfry({
  database: process.env.DATABASE_URL,
  now: '2031-12-01T08:00:00Z',
})
await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
await belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })

const meeting = { type: 'meeting', id: '42' }
const put = await belfry.entities.put({
  ...meeting,
  at: '2031-12-02T10:00:00',
  timezone: 'Europe/Paris',
  title: 'Budget review',
  recipients: ['ana', 'bo'],
  plan: ['-PT24H', '-PT1H', '-PT15M'],
})
console.log(`created ${put.created}`)

const moved = await belfry.entities.put({ ...meeting, at: '2031-12-03T11:00:00' })
console.log(`moved ${moved.moved}`)

await advance('P1DT12H')
for (const { recipient, kind } of memory.sent) console.log(`${recipient}: ${kind}`)

const { cancelled, alreadySent } = await belfry.entities.cancel(meeting)
console.log(`called off: ${cancelled} will not ring, ${alreadySent.length} had rung`)
await close()
