// What goes wrong before there is a connection was not sent, and is said so.

import { afterEach, expect, it, vi } from 'vitest'
import { channelOf, content, from, message, never } from './mailing.ts'
import { scriptedSmtp } from './scripted-smtp.ts'

afterEach(() => {
  vi.doUnmock('nodemailer/lib/mail-composer')
  vi.doUnmock('nodemailer/lib/smtp-connection')
  vi.resetModules()
})

async function sent(more: Parameters<typeof message>[0] = {}, smtp: object = {}) {
  const server = await scriptedSmtp()
  const { email } = await import('../../src/channels/email/email.ts')
  const channel = channelOf(email({ from, smtp: { host: '127.0.0.1', port: server.port, ...smtp } }))
  const outcome = await channel.send(message(more), never())
  await channel.close?.()
  await server.close()
  expect(server.received).toEqual([])
  return outcome
}

it('no mail can be made of it: refused', async () => {
  const span = {
    ...{ uid: 'a@belfry', sequence: 1, title: 'a', description: null, location: null, timezone: 'UTC' },
    ...{ start: new Date(Number.NaN), end: new Date(Number.NaN) },
  }
  expect(await sent({ content: content({ span }) })).toMatchObject({
    kind: 'refused',
    reply: expect.stringContaining('no mail'),
  })
})

it.each(['mail-composer', 'smtp-connection'])('the code cannot be loaded (%s): deferred', async (part) => {
  vi.resetModules()
  vi.doMock(`nodemailer/lib/${part}`, () => {
    throw new Error('there is no such module')
  })
  expect(await sent()).toMatchObject({ kind: 'deferred' })
})
