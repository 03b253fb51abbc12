// Demo mode: nothing leaves this machine. The delivery ends as `suppressed: demo_mode`, and its attempt keeps the message that
// would have been sent. This is what a channel is until it is configured, so that a first look at Belfry shows everything.

import type { Channel, ChannelMaker, Message } from '../channel.ts'
import type { Format } from '../content.ts'

/** What it has of the channel that it stands for. */
export interface DemoKind extends Pick<Channel, 'readAddress' | 'idempotent'> {
  readonly format: Format
}

export function demo(name: string, kind: DemoKind): ChannelMaker {
  return { name, isDemo: true, make: () => demoChannel(name, kind) }
}

function demoChannel(name: string, kind: DemoKind): Channel {
  return {
    ...{ ...kind, name, isDemo: true },
    // Nobody has to have an address to see what would be sent.
    needsAddress: 'optional',
    concurrency: 1_000_000,
    timeoutMs: 10,
    send: async (message) => ({ kind: 'suppressed', reason: 'demo_mode', reply: describe(message) }),
  }
}

/** As a person reads it. */
function describe({ address, recipient, title, body, content }: Message): string {
  const to = `To: ${address ?? `${recipient}, who has no address here`}`
  const subject = `Subject: ${content?.subject ?? title ?? ''}`
  const { done, snooze, unsubscribe } = content?.actions ?? {}
  const links = done ? `\n\nDone: ${done}\nSnooze: ${snooze}\nUnsubscribe: ${unsubscribe}` : ''
  return `${to}\n${subject}\n\n${content?.text ?? body ?? ''}${links}`
}
