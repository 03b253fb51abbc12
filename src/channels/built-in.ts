// The channels that every installation has. Until one is configured it is in demo mode; webhooks need no configuration.

import type { ChannelMaker } from './channel.ts'
import type { Format } from './content.ts'
import { demo } from './demo/demo.ts'
import { webhook } from './webhook/webhook.ts'

/** In the order in which lists show them. */
const formats: Readonly<Record<string, Format>> = { email: 'email', web_push: 'push', telegram: 'chat' }

/** What is there without being asked for. */
export function builtInChannels(): ChannelMaker[] {
  return [...Object.entries(formats).map(([name, format]) => demo(name, format)), webhook()]
}

/** One that is configured, and shall not send yet. */
export function demoOf(name: string): ChannelMaker {
  return demo(name, formats[name] ?? 'plain')
}
