// The channels that every installation has. Until one is configured it is in demo mode; webhooks need no configuration.

import type { Channel, ChannelMaker } from './channel.ts'
import { type DemoKind, demo } from './demo/demo.ts'
import { readEmailAddress } from './email/address.ts'
import { readAddress as readChatAddress } from './telegram/address.ts'
import { webhook } from './webhook/webhook.ts'

/** In the order in which lists show them. Addresses are read as the real ones read them: they will be used one day. */
const kinds: Readonly<Record<string, DemoKind>> = {
  email: { format: 'email', idempotent: false, readAddress: readEmailAddress },
  web_push: { format: 'push', idempotent: true },
  telegram: { format: 'chat', idempotent: false, readAddress: readChatAddress },
}

/** What is there without being asked for. */
export function builtInChannels(): ChannelMaker[] {
  return [...Object.entries(kinds).map(([name, kind]) => demo(name, kind)), webhook()]
}

/** One that is configured, and shall not send yet. */
export function demoOf(channel: Channel | ChannelMaker): ChannelMaker {
  const { name } = channel
  const idempotent = 'idempotent' in channel ? channel.idempotent : true
  return demo(name, kinds[name] ?? { format: 'plain', idempotent })
}
