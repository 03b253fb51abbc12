// A mail as the bytes that go over the wire. Nodemailer's composer gets fixed fields only: what comes from people is a value of
// one of them, and can neither become a header nor name a file or a URL to read.

import type { CalendarPart } from '../content.ts'
import type { Mail } from './mail.ts'

export interface Envelope {
  readonly from: string
  readonly to: string
}

export interface Written {
  readonly envelope: Envelope
  readonly bytes: Buffer
}

export async function writeMail(mail: Mail): Promise<Written> {
  // Loaded with the first mail: most processes never send one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...{ messageId: mail.messageId, date: mail.date, subject: mail.subject, text: mail.text, html: mail.html },
    from: mailbox(mail.from),
    to: mailbox(mail.to),
    ...(mail.replyTo ? { replyTo: mailbox(mail.replyTo) } : {}),
    headers: Object.entries(mail.headers).map(([key, value]) => ({ key, value })),
    attachments: mail.calendar === null ? [] : [calendarPart(mail.calendar)],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const node = composer.compile()
  const bytes = await node.build()
  return { envelope: { from: mail.from.address, to: mail.to.address }, bytes }
}

function calendarPart({ method, text }: CalendarPart) {
  return { filename: 'event.ics', content: text, contentType: `text/calendar; charset=utf-8; method=${method}` }
}

function mailbox({ name, address }: Mail['from']) {
  return { name: name ?? '', address }
}
