// What a receiver gets: `{ type, timestamp, data }`, as Standard Webhooks has it. Every try of a message has the same id and the same
// bytes; only the signature, which is over the moment of the try, is another.

import { parseDeliveryId } from '../../engine/key.ts'
import type { Message, MessageMember } from '../channel.ts'

export interface WebhookEvent {
  /** The header `webhook-id`. */
  readonly id: string
  readonly body: string
}

export function reminderEvent(message: Message): WebhookEvent {
  const { id, recipient, timezone, locale, dueAt, members } = message
  const data = {
    ...memberOf(message),
    ...{ recipient, timezone, locale },
    ...(members && { members: members.map(memberOf) }),
  }
  return { id: headerId(id), body: JSON.stringify({ type: 'reminder.due', timestamp: dueAt.toISOString(), data }) }
}

export function testEvent(id: string, endpoint: string, at: Date): WebhookEvent {
  const data = { endpoint, title: 'This is a test', body: 'Belfry can reach this endpoint.' }
  return { id: headerId(id), body: JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), data }) }
}

function memberOf({ id, entity, kind, occurrence, title, body, data, dueAt }: MessageMember) {
  const reminder = parseDeliveryId(id)?.reminder ?? null
  return { id, reminder, entity, kind, occurrence, title, body, data, dueAt: dueAt.toISOString() }
}

/** What is signed is joined by dots, so an id must have none. */
function headerId(id: string): string {
  return id.replaceAll('.', '_')
}
