// What an installation sends with: its channels, the words, and the secrets behind both. Verbs that send one message by
// themselves, or read an address as its channel does, have it from their context.

import type { Channel, Vault } from '../channels/channel.ts'
import type { Compose } from '../channels/content.ts'

export interface Sending {
  readonly channels: readonly Channel[]
  readonly compose: Compose
  readonly vault: Vault
  /** How the server is reached from outside, without a slash at the end; null: nobody has said. */
  readonly publicUrl: string | null
  /** Private networks and hosts that requests may reach. */
  readonly allowedTargets: readonly string[]
  /** Signs links and tokens. */
  readonly signing: () => Promise<Buffer>
}
