// What a test of web_push stands on: an installation with the channel, the channel itself, and a push service on this machine.

import type { Channel, ChannelMaker, Message } from '../../src/channels/channel.ts'
import { webPush } from '../../src/channels/index.ts'
import { type Belfry, type BelfryOptions, createBelfry } from '../../src/index.ts'
import { type Browser, browserAt, type PushService, startPushService } from './push-provider.ts'

export const subject = 'mailto:ops@example.com'
/** So that a push service on this machine may be reached, and by http. */
export const onThisMachine = { allowedTargets: ['127.0.0.1'], encryptionKey: 'a key for tests, long enough' }

export interface Pushing {
  readonly belfry: Belfry
  readonly channel: Channel
  readonly service: PushService
  /** A new recipient with these devices, each subscribed. */
  person(id: string, ...devices: readonly string[]): Promise<Browser[]>
  close(): Promise<void>
}

/** The channel as the installation has made it. */
export function caught(maker: ChannelMaker): { readonly maker: ChannelMaker; channel(): Channel } {
  let made: Channel | undefined
  return {
    maker: {
      name: maker.name,
      make(ground) {
        made = maker.make(ground)
        return made
      },
    },
    channel: () => made!,
  }
}

export async function startPushing(database: string, options: BelfryOptions = {}): Promise<Pushing> {
  const { maker, channel } = caught(webPush({ subject }))
  const belfry = await createBelfry({ database, ...onThisMachine, channels: [maker], ...options })
  const service = await startPushService()
  return {
    ...{ belfry, service, channel: channel() },
    async person(id, ...devices) {
      await belfry.recipients.put({ id })
      const browsers = devices.map((device) => browserAt(service.url, device))
      for (const { subscription } of browsers) await belfry.push.subscribe({ recipient: id, subscription })
      return browsers
    },
    async close() {
      await belfry.close()
      await service.stop()
    },
  }
}

/** Of a delivery, as the engine hands it over. */
export function messageFor(recipient: string, more: Partial<Message> = {}): Message {
  return {
    id: '0f3870be-274f-6c49-b3e3-1a0c6728957f.e7a94a48525a7afe',
    ...{ tenant: 'default', recipient, address: 'devices:00000000' },
    ...{ entity: { type: 'note', id: '7' }, kind: 'once', occurrence: 'once' },
    ...{ title: 'Call mom', body: 'She has news', data: null },
    ...{ dueAt: new Date('2030-01-01T09:00:00Z'), usefulUntil: null },
    ...{ timezone: 'UTC', locale: 'en', attempt: 1 },
    ...more,
  }
}

export const untilTheEnd = () => new AbortController().signal
