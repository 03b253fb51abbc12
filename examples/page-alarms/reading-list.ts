// A reading list whose pages come back after 1, 2, 4, 8 … days. A client registers pages, syncs what its user has changed and
// deleted, and asks for one page more often. A month passes in a moment.

import { createTestBelfry } from 'belfry/testing'

const { belfry, memory, advance, close } = await createTestBelfry({
  database: process.env.DATABASE_URL,
  now: '2031-03-01T01:00:00Z', // ten in the morning in Seoul
})
const seoul = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short', timeStyle: 'medium' })
const local = (at: Date | null) => (at ? seoul.format(at) : 'not any more')

/** What has rung since the last time. */
function rung(): string[] {
  const lines = memory.sent.map(({ title, dueAt }) => `${local(dueAt)}  ${title}`)
  memory.clear()
  return lines
}

// The user is created, in Seoul. All three are due at once: they ring one after the other.
for (const page of ['Memory', 'Rome', 'Tea']) {
  await belfry.alarms.put({ pageId: page.toLowerCase(), userId: 'mina', title: page })
}
await advance('PT1H')
const moments = memory.sent.map(({ dueAt }) => dueAt.getTime())
console.log(`rang ${moments.length}, at ${new Set(moments).size} different moments`)
memory.clear()

// A client's sync: one page has a new title, one is gone.
const synced = await belfry.alarms.sync({
  changed: [{ pageId: 'memory', title: 'The art of memory' }],
  deleted: ['rome', 'tea'],
})
console.log(`changed ${synced.changed.join(', ')}; deleted ${synced.deleted.map(({ pageId }) => pageId).join(', ')}`)

await advance('P31D')
console.log(rung().join('\n'))
const page = await belfry.alarms.get('memory')
console.log(`count ${page!.sentCount}, next ${local(page!.nextAlarmTime)}`)

const often = await belfry.alarms.moreOften('memory')
console.log(`more often: count ${often.sentCount}, next ${local(often.nextAlarmTime)}`)
await advance('P4D')
console.log(rung().join('\n'))

const { status, nextAlarmTime } = await belfry.alarms.done('memory')
console.log(`${status}: ${local(nextAlarmTime)}`)
await close()
