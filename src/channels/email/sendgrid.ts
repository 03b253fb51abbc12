// Sending by SendGrid's v3 API: one request a mail. It has no idempotency key; the delivery's id goes along, comes back with
// every event (sendgrid-events.ts), and settles what we could not know. Nothing is left for SendGrid to schedule or to rewrite.

import type { Message, Outcome } from '../channel.ts'
import type { CalendarPart } from '../content.ts'
import type { OutgoingRequest, OutgoingResult } from '../outgoing/outgoing.ts'
import type { Mailbox } from './address.ts'
import type { Mail } from './mail.ts'
import { sendgridKind } from './outcomes.ts'

export interface SendgridOptions {
  readonly apiKey: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly request: (request: OutgoingRequest) => Promise<OutgoingResult>
  /** For the whole request. */
  readonly timeoutMs: number
}

/** Where it does not say when there will be room again. */
const busyDefaultMs = 60_000

export async function sendBySendgrid(
  { apiKey, baseUrl, request, timeoutMs }: SendgridOptions,
  mail: Mail,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const result = await request({
    url: `${baseUrl}/v3/mail/send`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(bodyOf(mail, message)),
    ...{ signal, timeoutMs },
  })
  const outcome = outcomeOf(result)
  return { ...outcome, reply: (outcome.reply ?? '').replaceAll(apiKey, '***') }
}

function outcomeOf(result: OutgoingResult): Outcome {
  switch (result.kind) {
    case 'answered': {
      const kind = sendgridKind(result.status)
      const reply = replyOf(result)
      return kind === 'busy' ? { kind, reply, retryAfterMs: waitMs(result.headers) } : { kind, reply }
    }
    case 'blocked':
      return {
        kind: 'refused',
        reply: `SendGrid’s base URL may not be reached: ${result.why}; allowedTargets lists what may`,
      }
    case 'unsent':
      return { kind: 'deferred', reply: `no connection to SendGrid: ${result.why}` }
    case 'lost':
      return { kind: 'unknown', reply: `lost while waiting for SendGrid’s answer: ${result.why}` }
  }
}

type Answered = Extract<OutgoingResult, { kind: 'answered' }>

/** The messages of its errors, or the id under which it has the mail. */
function replyOf({ status, headers, body }: Answered): string {
  const id = headers['x-message-id']
  return `${status} ${id === undefined ? errorsOf(body) : `x-message-id ${id}`}`.trim()
}

function errorsOf(body: string): string {
  try {
    const { errors } = JSON.parse(body) as { errors?: { message?: unknown }[] }
    return (errors ?? []).map(({ message }) => String(message)).join('; ')
  } catch {
    return body
  }
}

/** Seconds to wait, or the moment (in seconds since 1970) from which there is room, by the clock of whoever answered. */
function waitMs(headers: Readonly<Record<string, string>>): number {
  const seconds = Number(headers['retry-after'])
  if (seconds > 0) return seconds * 1_000
  const resetMs = Number(headers['x-ratelimit-reset']) * 1_000 - Date.parse(headers.date ?? '')
  return resetMs > 0 ? resetMs : busyDefaultMs
}

function bodyOf(mail: Mail, { id, tenant, attempt }: Message) {
  const off = { enable: false }
  return {
    personalizations: [{ to: [mailbox(mail.to)], custom_args: { delivery: id, tenant, attempt: String(attempt) } }],
    from: mailbox(mail.from),
    ...(mail.replyTo ? { reply_to: mailbox(mail.replyTo) } : {}),
    subject: mail.subject,
    content: [
      { type: 'text/plain', value: mail.text },
      { type: 'text/html', value: mail.html },
    ],
    ...(mail.calendar === null ? {} : { attachments: [calendarPart(mail.calendar)] }),
    headers: { 'Message-ID': mail.messageId, ...mail.headers },
    // Its rewritten links would break signed ones, and nobody asked for being watched.
    tracking_settings: {
      click_tracking: { ...off, enable_text: false },
      open_tracking: off,
      subscription_tracking: off,
      ganalytics: off,
    },
  }
}

function mailbox({ name, address }: Mailbox) {
  return { email: address, ...(name === null ? {} : { name }) }
}

function calendarPart({ text }: CalendarPart) {
  return {
    content: Buffer.from(text).toString('base64'),
    // It takes no parameters here; the method is in the file.
    type: 'text/calendar',
    filename: 'event.ics',
    disposition: 'attachment',
  }
}
