// What tests of the email channel share: a channel by itself, without an installation, and messages for it.

import type { Channel, ChannelGround, ChannelMaker, Message } from '../../src/channels/channel.ts'
import type { Content } from '../../src/channels/content.ts'

const ground: ChannelGround = {
  db: null as never,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  vault: null as never,
  publicUrl: null,
  allowedTargets: [],
}

export function channelOf(maker: ChannelMaker, allowedTargets: readonly string[] = []): Channel {
  return maker.make({ ...ground, allowedTargets })
}

export const from = 'Belfry <reminders@belfry.test>'

export function message(more: Partial<Message> = {}): Message {
  return {
    id: '00000000-0000-0000-0000-000000000001.0000000000000001',
    tenant: 'default',
    recipient: 'ana',
    address: 'ana@example.com',
    entity: { type: 'meeting', id: '42' },
    kind: 'once',
    occurrence: 'once',
    title: 'Budget review',
    body: 'At 10:00 CET, your time.',
    data: null,
    dueAt: new Date('2030-01-01T09:00:00Z'),
    usefulUntil: null,
    timezone: 'Europe/Paris',
    locale: 'en',
    attempt: 1,
    ...more,
  }
}

export function content(more: Partial<Content> = {}): Content {
  return {
    subject: 'Budget review',
    text: 'Budget review\n\nAt 10:00 CET, your time.',
    html: null,
    actions: null,
    span: null,
    calendar: null,
    recipientName: 'Ana',
    count: 1,
    ...more,
  }
}

export const actions: Content['actions'] = {
  open: 'https://belfry.test/r/token?a=1&b=2',
  done: 'https://belfry.test/r/token?do=done',
  snooze: 'https://belfry.test/r/token?do=snooze',
  unsubscribe: 'https://belfry.test/r/token?do=unsubscribe',
  token: 'token',
}

export const never = () => new AbortController().signal
