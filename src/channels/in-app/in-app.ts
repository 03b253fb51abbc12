// In-app: the message is a row of the inbox, written by the very transaction that fires the reminder (storage/sql/fire.sql
// and take.sql). So it is there exactly once, and there is nothing to send: a worker never hands a message to this
// channel. It is listed among the channels so that its name is known and the conformance suite covers it.

import type { Channel } from '../channel.ts'

export const inAppChannel: Channel = {
  name: 'in_app',
  idempotent: true,
  needsAddress: false,
  timeoutMs: 1,
  concurrency: 1_000_000,
  async send() {
    return { kind: 'refused', reply: 'in_app is written by the database' }
  },
}
