// The channels of one worker, and how many sends each may have under way.

import type { Channel } from '../channels/channel.ts'
import type { Lane, PendingLane } from './fire.ts'

/** Reminders of one person wait for each other on these channels; null: on all but the app. */
export interface Coalesce {
  readonly withinMs: number
  readonly channels: readonly string[] | null
}

const defaultConcurrency = 10
const defaultTimeoutMs = 15_000

export class Lanes {
  readonly #lanes: Map<string, { readonly channel: Channel; inFlight: number; isUsed: boolean }>

  readonly #defaultTimeoutMs: number
  readonly #coalesce: Coalesce | null
  #turn = 0

  constructor(channels: readonly Channel[], { leaseMs, coalesce }: { leaseMs: number; coalesce: Coalesce | null }) {
    this.#defaultTimeoutMs = Math.min(defaultTimeoutMs, leaseMs / 2)
    this.#coalesce = coalesce
    this.#lanes = new Map(channels.map((channel) => [channel.name, { channel, inFlight: 0, isUsed: false }]))
  }

  channel(name: string): Channel | undefined {
    return this.#lanes.get(name)?.channel
  }

  timeoutMs(name: string): number {
    return this.channel(name)?.timeoutMs ?? this.#defaultTimeoutMs
  }

  /** How long reminders of one person wait for each other; null: not at all. */
  withinMs(name: string): number | null {
    if (this.#coalesce === null || name === 'in_app') return null
    const { withinMs, channels } = this.#coalesce
    return channels === null || channels.includes(name) ? withinMs : null
  }

  /** Channels on which they do. */
  get gathering(): string[] {
    return [...this.#lanes.keys()].filter((name) => this.withinMs(name) !== null)
  }

  room(name: string): number {
    const lane = this.#lanes.get(name)
    if (!lane) return 0
    return Math.max(0, (lane.channel.concurrency ?? defaultConcurrency) - lane.inFlight)
  }

  enter(name: string): void {
    const lane = this.#lanes.get(name)
    if (!lane) return
    lane.inFlight += 1
    lane.isUsed = true
  }

  leave(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane) lane.inFlight -= 1
  }

  get inFlight(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.inFlight, 0)
  }

  /**
   * Whether its places are to be had. In-app is no lane: it is written, not sent. Demo mode takes everything. And where webhooks,
   * which are there without being asked for, were never sent, their places are no use to anybody.
   */
  #isRationed({ channel, isUsed }: { readonly channel: Channel; readonly isUsed: boolean }): boolean {
    return channel.name !== 'in_app' && !channel.isDemo && (channel.name !== 'webhook' || isUsed)
  }

  isRationed(name: string): boolean {
    const lane = this.#lanes.get(name)
    return lane !== undefined && this.#isRationed(lane)
  }

  /** Free places of the widest lane that has so many and no more. */
  get widestRoom(): number {
    let most = 0
    for (const [name, lane] of this.#lanes) if (this.#isRationed(lane)) most = Math.max(most, this.room(name))
    return most
  }

  /** The same, or as many as one likes where there is nothing to wait for. */
  get places(): number {
    return [...this.#lanes.values()].some((lane) => this.#isRationed(lane)) ? this.widestRoom : Number.POSITIVE_INFINITY
  }

  /** `shares`: how many fires at once share the free places. */
  forFire(shares: number): Lane[] {
    return [...this.#lanes.values()].map(({ channel }) => ({
      channel: channel.name,
      room: Math.floor(this.room(channel.name) / shares),
      needsAddress: needsAddress(channel),
      repeatable: channel.idempotent,
      withinMs: this.withinMs(channel.name),
    }))
  }

  /**
   * Shares each channel's free places between the tenants that wait for it. Where more wait than there are places, some get
   * none this time; the start moves on, so that it is not always the same ones.
   */
  forPending(waiting: readonly { channel: string; tenant: string }[], batchMax: number): PendingLane[] {
    const byChannel = new Map<string, string[]>()
    for (const { channel, tenant } of waiting) byChannel.set(channel, [...(byChannel.get(channel) ?? []), tenant])
    this.#turn += 1
    return [...byChannel].flatMap(([name, tenants]) => this.#share(name, tenants, batchMax))
  }

  #share(name: string, tenants: readonly string[], batchMax: number): PendingLane[] {
    const channel = this.channel(name)
    const room = Math.min(batchMax, this.room(name))
    if (!channel || room === 0) return []
    const served = Math.min(tenants.length, room)
    const most = Math.floor(room / served)
    const { idempotent: repeatable } = channel
    return Array.from({ length: served }, (_, i) => {
      const tenant = tenants[(this.#turn + i) % tenants.length]!
      return { channel: name, tenant, most, repeatable, needsAddress: needsAddress(channel) }
    })
  }
}

/** Null: it takes one where there is one. */
function needsAddress({ needsAddress: needs = true }: Channel): boolean | null {
  return needs === 'optional' ? null : needs
}
