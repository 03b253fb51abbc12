// What is in a mail, read by an independent reader of MIME and one of calendar files.

import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/channels/channel.ts'
import type { Content, Span } from '../../src/channels/content.ts'
import { calendarFile } from '../../src/channels/email/calendar-file.ts'
import { mailOf } from '../../src/channels/email/mail.ts'
import { writeMail } from '../../src/channels/email/mime.ts'
import { actions, content, message } from './mailing.ts'

const sender = {
  from: { name: 'Belfry', address: 'reminders@belfry.test' },
  replyTo: { name: null, address: 'help@belfry.test' },
}

const span: Span = {
  uid: 'meeting-42@belfry',
  sequence: 3,
  title: 'Budget review; part 2, with\nеда и 한국어 🔔',
  description: `${'A long story, told at length. '.repeat(20)}\\ the end`,
  location: 'Room 7; left',
  start: new Date('2030-03-31T00:30:00Z'),
  end: new Date('2030-03-31T02:30:00Z'),
  timezone: 'Europe/Paris',
}

async function written(more: Partial<Content>, also: Partial<Message> = {}) {
  const mail = mailOf(message({ content: content(more), ...also }), 'ana@example.com', sender)
  const { bytes, envelope } = await writeMail(mail)
  const raw = bytes.toString('utf8')
  const headerEnd = raw.indexOf('\r\n\r\n')
  return { mail, bytes, envelope, raw, head: raw.slice(0, headerEnd), parsed: await PostalMime.parse(bytes) }
}

const headerOf = (parsed: Awaited<ReturnType<typeof PostalMime.parse>>, name: string) =>
  parsed.headers.filter(({ key }) => key === name).map(({ value }) => value)

describe('a mail', () => {
  it('has text and HTML, both with what can be done about it', async () => {
    const { parsed } = await written({ actions })
    expect(parsed).toMatchObject({
      subject: 'Budget review',
      from: { name: 'Belfry', address: 'reminders@belfry.test' },
      to: [{ name: 'Ana', address: 'ana@example.com' }],
      replyTo: [{ address: 'help@belfry.test' }],
    })
    expect(parsed.text).toContain('At 10:00 CET, your time.')
    for (const link of [`Done: ${actions!.done}`, `Snooze: ${actions!.snooze}`, `Unsubscribe: ${actions!.unsubscribe}`])
      expect(parsed.text).toContain(link)
    expect(parsed.html).toContain('<p style="margin:0 0 16px;">At 10:00 CET, your time.</p>')
    expect(parsed.html).toContain(`href="${actions!.done}"`)
    expect(parsed.html).toContain(`href="${actions!.snooze}"`)
  })

  it('has no links where the server’s address is not known', async () => {
    const { parsed } = await written({})
    expect(parsed.html).not.toContain('href')
    expect(headerOf(parsed, 'list-unsubscribe')).toEqual([])
    expect(parsed.attachments).toEqual([])
  })

  it('promises one click only where the link is https', async () => {
    const unsubscribe = 'http://belfry.test/r/token?do=unsubscribe'
    const { parsed } = await written({ actions: { ...actions!, unsubscribe } })
    expect(headerOf(parsed, 'list-unsubscribe')).toEqual([`<${unsubscribe}>`])
    expect(headerOf(parsed, 'list-unsubscribe-post')).toEqual([])
  })

  it('can be unsubscribed from by one click, however long the link is', async () => {
    const unsubscribe = `https://belfry.test/r/${'t'.repeat(900)}?do=unsubscribe`
    const { parsed, raw } = await written({ actions: { ...actions!, unsubscribe } })
    expect(headerOf(parsed, 'list-unsubscribe')).toEqual([`<${unsubscribe}>`])
    expect(headerOf(parsed, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998)
  })

  it('tells robots not to answer', async () => {
    const { parsed } = await written({})
    expect(headerOf(parsed, 'auto-submitted')).toEqual(['auto-generated'])
    expect(headerOf(parsed, 'x-auto-response-suppress')).toEqual(['All'])
  })

  it('is the same mail in every attempt', async () => {
    const [first, second] = [await written({}, { attempt: 1 }), await written({}, { attempt: 2 })]
    for (const { parsed } of [first, second]) {
      expect(parsed.messageId).toBe(`<${message().id}@belfry.test>`)
      expect(parsed.date).toBe('2030-01-01T09:00:00.000Z')
      expect(headerOf(parsed, 'message-id')).toHaveLength(1)
    }
  })

  it('says in its tags which language it is in', async () => {
    const korean = await written({ actions, text: '회의' }, { locale: 'ko' })
    expect(korean.parsed.html).toContain('<html lang="ko" dir="ltr">')
    expect(korean.parsed.text).toContain('완료: ')
    expect(headerOf(korean.parsed, 'content-language')).toEqual(['ko'])
    expect((await written({}, { locale: 'ar-EG' })).parsed.html).toContain('<html lang="ar-EG" dir="rtl">')
    expect((await written({}, { locale: 'en\r\nBcc: x@y.z' })).parsed.html).toContain('<html lang="en"')
  })

  it('about several reminders leads to all of them', async () => {
    const { parsed } = await written({ actions, count: 3 })
    expect(parsed.text).toContain(`Show all 3: ${actions!.open}`)
    expect(parsed.text).not.toContain('Done:')
    expect(parsed.html).toContain('href="https://belfry.test/r/token?a=1&amp;b=2"')
  })

  it('takes HTML from a template as it is, inside the layout or as a page of its own', async () => {
    const inside = await written({ html: '<p>Hello <b>Ana</b></p>', actions })
    expect(inside.parsed.html).toContain('<p>Hello <b>Ana</b></p>')
    expect(inside.parsed.html).toContain('role="presentation"')
    const page = '<!DOCTYPE html><html><body>mine</body></html>'
    expect((await written({ html: page })).parsed.html?.trim()).toBe(page)
  })

  it('escapes what is only text', async () => {
    const { parsed } = await written({
      text: '<img src=x onerror=alert(1)> & "more"\nnext line',
      subject: '</title><script>',
    })
    expect(parsed.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;<br>\nnext line')
    expect(parsed.html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
  })
})

describe('what people write cannot become a header', () => {
  const breaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\0', '\r\n\r\n', '\v', '\f']

  it.each(breaks)('a line break (%j) in the subject and in the name', async (mark) => {
    const attack = `Hi${mark}Bcc: eve@example.com${mark}${mark}<p>body</p>`
    const { head, parsed, envelope } = await written({ subject: attack, recipientName: attack })
    expect(head).not.toMatch(/^bcc:/im)
    expect(parsed.bcc).toBeUndefined()
    expect(parsed.subject).toBe('Hi Bcc: eve@example.com <p>body</p>')
    expect(parsed.to).toHaveLength(1)
    expect(envelope).toEqual({ from: 'reminders@belfry.test', to: 'ana@example.com' })
  })

  it('a name that looks like addresses', async () => {
    for (const recipientName of [
      'eve@example.com, ',
      'a" <eve@example.com>, "b',
      '<eve@example.com>',
      'g: eve@example.com;',
    ]) {
      const { parsed } = await written({ recipientName })
      expect(parsed.to?.map(({ address }) => address)).toEqual(['ana@example.com'])
    }
  })

  it('a subject of 2,000 characters of any kind is cut, and comes back whole', async () => {
    for (const character of ['x', 'ü', '한', '🔔', '"', ',']) {
      const { parsed, raw } = await written({ subject: character.repeat(2_000) })
      expect(parsed.subject).toBe(`${character.repeat(299)}…`)
      expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998)
    }
  })

  it('nothing at all is a subject of its own', async () => {
    expect((await written({ subject: ' \r\n ' })).parsed.subject).toBe('Reminder')
  })

  it('dots, long lines and odd characters of a text arrive as they are', async () => {
    const text = `.\n..\n.hidden\n${'long '.repeat(1_000)}\nFrom here\n=20 =\n\ud800 ende`
    const { parsed, raw } = await written({ text })
    expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.replace('\ud800', '\ufffd'))
    expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998)
  })
})

describe('the calendar file', () => {
  const read = (file: string) => new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!)

  it('is attached, and a calendar reads it', async () => {
    const { parsed } = await written({ span })
    const [file] = parsed.attachments
    expect(file).toMatchObject({ filename: 'event.ics', mimeType: 'text/calendar', disposition: 'attachment' })
    const text = new TextDecoder().decode(file!.content as ArrayBuffer)
    const event = read(text)
    expect(event.uid).toBe('meeting-42@belfry')
    expect(event.sequence).toBe(3)
    expect(event.summary).toBe(span.title)
    expect(event.description).toBe(span.description)
    expect(event.location).toBe(span.location)
    expect(event.startDate.toJSDate()).toEqual(span.start)
    expect(event.endDate.toJSDate()).toEqual(span.end)
    expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('method')).toBe('PUBLISH')
  })

  it('has lines of 75 octets at the most, and none that is cut inside a character', () => {
    const file = calendarFile({ ...span, title: '한🔔'.repeat(100) }, new Date(0))
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    expect(read(file).summary).toBe('한🔔'.repeat(100))
  })

  it('cannot be given properties by what people write', () => {
    for (const mark of ['\r\n', '\n', '\r', '\u2028', '\0\r\n']) {
      const file = calendarFile({ ...span, uid: 'a', title: `x${mark}ATTENDEE:mailto:eve@example.com` }, new Date(0))
      expect(file).not.toMatch(/^ATTENDEE/m)
      expect(read(file).attendees).toEqual([])
    }
  })
})
