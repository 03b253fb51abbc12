// A real mail server, where its package can be had: Debian's Exim stores what we send, and says no in its own words.

import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { email } from '../../src/channels/email/email.ts'
import { actions, channelOf, content, from, message, never } from './mailing.ts'
import { type RealMta, realMta } from './real-mta.ts'

let mta: RealMta | { readonly why: string }
beforeAll(async () => {
  mta = await realMta()
  if ('why' in mta) process.stderr.write(`No real mail server: ${mta.why}\n`)
}, 120_000)
afterAll(async () => {
  if ('close' in mta) await mta.close()
})

it('Exim stores each mail once, as it was meant, and its refusals are understood', async (test) => {
  // Not everywhere: the reason is told.
  if ('why' in mta) return test.skip(mta.why)
  const { port, mails } = mta
  const channel = channelOf(email({ from, smtp: { url: `smtp://127.0.0.1:${port}` } }))
  const span = {
    ...{
      uid: 'meeting-42@belfry',
      sequence: 2,
      title: 'Budget review',
      description: 'Все, 모두\nall',
      location: 'Room 7',
    },
    ...{ start: new Date('2030-01-01T09:00:00Z'), end: new Date('2030-01-01T10:00:00Z'), timezone: 'Europe/Paris' },
  }
  const text = '.\n..dots\nFrom here on\nAt 10:00 CET, your time. 🔔'
  const sent = message({ content: content({ actions, span, text, subject: 'Réunion 회의 '.repeat(20) }) })
  expect(await channel.send(sent, never())).toMatchObject({
    kind: 'delivered',
    reply: expect.stringMatching(/^250 OK id=/),
  })
  const refused = await channel.send({ ...sent, address: 'nobody@example.com' }, never())
  expect(refused).toMatchObject({ kind: 'gone', fault: 'bounced', reply: '550 Unknown user' })
  const deferred = await channel.send({ ...sent, address: 'later@example.com' }, never())
  expect(deferred).toMatchObject({ kind: 'deferred', reply: '451 Try again later' })
  const tooBig = await channel.send({ ...sent, content: content({ text: 'x'.repeat(1_100_000) }) }, never())
  expect(tooBig).toMatchObject({ kind: 'refused' })
  await expect.poll(() => mails().length).toBe(1)
  await channel.close!()

  const [raw = ''] = mails()
  const parsed = await PostalMime.parse(raw)
  const header = (name: string) => parsed.headers.filter(({ key }) => key === name).map(({ value }) => value)
  expect(header('message-id')).toEqual([`<${sent.id}@belfry.test>`])
  expect(header('envelope-to')).toEqual(['ana@example.com'])
  expect(header('list-unsubscribe')).toEqual([`<${actions!.unsubscribe}>`])
  expect(parsed).toMatchObject({ subject: 'Réunion 회의 '.repeat(20).trim(), date: '2030-01-01T09:00:00.000Z' })
  expect(parsed.text?.replaceAll('\r\n', '\n')).toContain(text)
  const file = new TextDecoder().decode(parsed.attachments[0]!.content as ArrayBuffer)
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!)
  expect(event).toMatchObject({ uid: span.uid, summary: span.title, description: span.description })
})
