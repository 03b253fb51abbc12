// A channel that stands for Telegram where only what it would be given matters.

import { readAddress } from '../../src/channels/telegram/address.ts'
import { type MemoryChannel, memoryChannel } from '../../src/index.ts'

export function telegramMemory(): MemoryChannel {
  return { ...memoryChannel({ name: 'telegram', needsAddress: true }), readAddress }
}
