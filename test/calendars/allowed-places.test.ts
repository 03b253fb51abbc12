// What the operator allows to their own programs is not for whoever has a recipient's token.

import { expect, it } from 'vitest'
import { useDatabase } from '../integration/running.ts'

const { open, client } = useDatabase()
const place = { recipient: 'ana', id: 'work', kind: 'url', url: 'http://127.0.0.1:1/calendar.ics' } as const

it('a key reaches an allowed network, a token does not, and what a token named is never read there', async () => {
  const belfry = await open({ allowedTargets: ['127.0.0.0/8'], encryptionKey: 'a key for tests only' })
  const ana = belfry.as({ tenant: 'default', actor: 'recipient:ana' })
  await expect(ana.calendars.put(place)).rejects.toMatchObject({ code: 'invalid_input', field: '/url' })
  const { calendar } = await belfry.calendars.put(place)
  // Nobody listens there: it was tried.
  expect(calendar.trouble).toContain('ECONNREFUSED')
  // A name of theirs that leads there later is looked at by the same rule, at each reading.
  await (await client()).query('update belfry.calendars set public_only = true')
  const read = await belfry.calendars.sync({ recipient: 'ana', id: 'work' })
  expect(read.calendar.trouble).not.toContain('ECONNREFUSED')
  expect(read.calendar.trouble).toMatch(/address|private|allowed/)
})
