// The channels of one worker, and how many sends each may have under way.

import type { Channel } from '../channels/channel.ts'
import type { Lane, PendingLane } from './fire.ts'

const defaultConcurrency = 10
const defaultTimeoutMs = 15_000

export class Lanes {
  readonly #lanes: Map<string, { readonly channel: Channel; inFlight: number }>

  constructor(channels: readonly Channel[]) {
    this.#lanes = new Map(channels.map((channel) => [channel.name, { channel, inFlight: 0 }]))
  }

  channel(name: string): Channel | undefined {
    return this.#lanes.get(name)?.channel
  }

  timeoutMs(name: string): number {
    return this.channel(name)?.timeoutMs ?? defaultTimeoutMs
  }

  room(name: string): number {
    const lane = this.#lanes.get(name)
    return lane ? Math.max(0, (lane.channel.concurrency ?? defaultConcurrency) - lane.inFlight) : 0
  }

  enter(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane) lane.inFlight += 1
  }

  leave(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane) lane.inFlight -= 1
  }

  get inFlight(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.inFlight, 0)
  }

  /** The most that a fire may take: the widest free lane. What finds its own lane full waits as `pending`. */
  get widestRoom(): number {
    return Math.max(0, ...[...this.#lanes.keys()].map((name) => this.room(name)))
  }

  /** For one of several fires at once, which share the places. */
  forFire(parallel: number): Lane[] {
    return [...this.#lanes.values()].map(({ channel }) => ({
      channel: channel.name,
      room: Math.floor(this.room(channel.name) / parallel),
      needsAddress: channel.needsAddress ?? true,
      repeatable: channel.idempotent,
    }))
  }

  /** Shares each channel's free places between the tenants that wait for it. */
  forPending(waiting: readonly { channel: string; tenant: string }[], batchMax: number): PendingLane[] {
    const tenants = new Map<string, number>()
    for (const { channel } of waiting) tenants.set(channel, (tenants.get(channel) ?? 0) + 1)
    return waiting.flatMap(({ channel, tenant }) => {
      const served = this.channel(channel)
      const room = Math.min(batchMax, this.room(channel))
      if (!served || room === 0) return []
      const most = Math.max(1, Math.floor(room / (tenants.get(channel) ?? 1)))
      return [{ channel, tenant, most, repeatable: served.idempotent, needsAddress: served.needsAddress ?? true }]
    })
  }
}
