// Email, by SMTP or by SendGrid. Neither has an idempotency key: a mail whose fate nobody can know is `unknown`, and is not sent
// again by itself. What becomes of each mail is in outcomes.ts.

import type { KeyObject } from 'node:crypto'
import { BelfryError } from '../../errors.ts'
import type { Channel, ChannelGround, ChannelMaker, Message, Outcome } from '../channel.ts'
import { describe, operatorNetwork } from '../outgoing/connect.ts'
import { outgoing } from '../outgoing/outgoing.ts'
import { readEmailAddress } from './address.ts'
import { type Mail, mailOf } from './mail.ts'
import { type EmailOptions, type EmailSetup, readEmailOptions, type SendgridWay } from './options.ts'
import { sendBySendgrid } from './sendgrid.ts'
import { smtp } from './smtp.ts'

export type { EmailOptions, SendgridInput, SmtpInput } from './options.ts'

export interface EmailChannel extends Channel {
  /** What SendGrid signs its events with; null: no events are taken. */
  readonly sendgridEventKey: KeyObject | null
}

/** `email({ from: 'Belfry <reminders@example.com>', smtp: { url: 'smtps://user:password@mail.example.com' } })` */
export function email(options: EmailOptions): ChannelMaker {
  const setup = readEmailOptions(options)
  return { name: 'email', make: (ground) => emailChannel(setup, ground) }
}

type Send = (mail: Mail, message: Message, signal: AbortSignal) => Promise<Outcome>

function emailChannel(setup: EmailSetup, ground: ChannelGround): EmailChannel {
  const { concurrency, timeoutMs, way } = setup
  const bySmtp = way.kind === 'smtp' ? smtp({ server: way.server, connections: concurrency, timeoutMs }) : null
  const send: Send =
    way.kind === 'smtp' ? (mail, _, signal) => bySmtp!.send(mail, signal) : bySendgrid(way, ground, timeoutMs)
  return {
    name: 'email',
    format: 'email',
    idempotent: false,
    ...{ concurrency, timeoutMs },
    sendgridEventKey: way.kind === 'sendgrid' ? way.eventKey : null,
    readAddress: readEmailAddress,
    async send(message, signal) {
      const address = oneAddress(message.address)
      if (address === null) return { kind: 'refused', reply: 'not one email address' }
      const mail = written(() => mailOf(message, address, setup))
      return 'kind' in mail ? mail : await send(mail, message, signal)
    },
    close: async () => await bySmtp?.close(),
  }
}

/** What cannot be made into a mail will not be by another try, and nothing has been sent. */
function written(make: () => Mail): Mail | Outcome {
  try {
    return make()
  } catch (error) {
    return { kind: 'refused', reply: `no mail can be made of it: ${describe(error)}` }
  }
}

/** The ordinary rules hold for its base, too: what is private or plain http only where the operator has listed it. */
function bySendgrid({ apiKey, baseUrl }: SendgridWay, { allowedTargets }: ChannelGround, timeoutMs: number): Send {
  const request = outgoing({ allowedTargets }, operatorNetwork)
  // Below the engine's: whoever gives up first says what became of it, and only here it is known whether anything was sent.
  const options = { apiKey, baseUrl, request, timeoutMs: Math.floor(timeoutMs * 0.95) }
  return (mail, message, signal) => sendBySendgrid(options, mail, message, signal)
}

/** Rows may be older than the rule. */
function oneAddress(address: string | null): string | null {
  try {
    return address === null ? null : readEmailAddress(address, '/address')
  } catch (error) {
    if (error instanceof BelfryError) return null
    throw error
  }
}
