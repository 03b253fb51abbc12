// The channels that every installation has. Until one is configured it is in demo mode; webhooks need no configuration.

import type { ChannelMaker } from './channel.ts'
import { type DemoKind, demo } from './demo/demo.ts'
import { readEmailAddress } from './email/address.ts'
import { readAddress as readChatAddress } from './telegram/address.ts'
import { webhook } from './webhook/webhook.ts'

/** In the order in which lists show them. Addresses are read as the real ones read them: they will be used one day. */
const kinds: Readonly<Record<string, DemoKind>> = {
  email: { format: 'email', readAddress: readEmailAddress },
  web_push: { format: 'push' },
  telegram: { format: 'chat', readAddress: readChatAddress },
}

/** What is there without being asked for. */
export function builtInChannels(): ChannelMaker[] {
  return [...Object.entries(kinds).map(([name, kind]) => demo(name, kind)), webhook()]
}

/** One that is configured, and shall not send yet. */
export function demoOf(name: string): ChannelMaker {
  return demo(name, kinds[name] ?? { format: 'plain' })
}
