// The real thing: Belfry on PostgreSQL with a driven clock, and a channel that writes down everything it was given. Workers live
// in a Belfry each, so that one can be killed while the others go on.

import pg from 'pg'
import { type Belfry, type Channel, createBelfry, type Message, type Outcome, type Worker } from '../../src/index.ts'
import type { Answer } from './promise.ts'

export interface Given {
  readonly message: Message
  readonly atMs: number
}

const outcomes: Record<Answer, Outcome> = {
  delivered: { kind: 'delivered' },
  refused: { kind: 'refused' },
  deferred: { kind: 'deferred' },
  unknown: { kind: 'unknown' },
}

interface Process {
  readonly belfry: Belfry
  readonly worker: Worker
}

export class Stage {
  readonly belfry: Belfry
  answer: Answer = 'delivered'
  given: Given[] = []
  nowMs = 0
  #process: Process | null = null
  readonly #channel: Channel
  readonly #sql: pg.Client
  readonly #url: string
  /** Sends that are not answered, for now. */
  #hanging: ((outcome: Outcome) => void)[] | null = null

  private constructor(url: string, belfry: Belfry, channel: Channel, sql: pg.Client) {
    this.#url = url
    this.belfry = belfry
    this.#channel = channel
    this.#sql = sql
  }

  static async open(url: string): Promise<Stage> {
    const inbox: { stage?: Stage } = {}
    const channel: Channel = {
      ...{ name: 'memory', idempotent: false, needsAddress: false, concurrency: 1_000 },
      send: (message) => inbox.stage!.#send(message),
    }
    const belfry = await createBelfry({ database: url, channels: [channel], defaultChannels: ['memory'] })
    const sql = new pg.Client({ connectionString: url })
    await sql.connect()
    const stage = new Stage(url, belfry, channel, sql)
    inbox.stage = stage
    return stage
  }

  #send(message: Message): Promise<Outcome> {
    // Late ones of one person come in one message: whoever gets it hears of each.
    for (const one of message.members ?? [message])
      this.given.push({ message: { ...message, ...one }, atMs: this.nowMs })
    const hanging = this.#hanging
    if (!hanging) return Promise.resolve(outcomes[this.answer])
    return new Promise((resolve) => hanging.push(resolve))
  }

  async #start({ leaseMs = 60_000, timeoutMs = 15_000 } = {}): Promise<Process> {
    const channels = [{ ...this.#channel, timeoutMs }]
    const belfry = await createBelfry({ database: this.#url, channels, defaultChannels: ['memory'], migrate: false })
    return { belfry, worker: belfry.startWorker({ leaseMs }) }
  }

  /** The clock stands here from now on, also if that is in the past: whatever came before was erased. */
  async begin(nowMs: number): Promise<void> {
    this.answer = 'delivered'
    await this.#set(nowMs)
    this.#process ??= await this.#start()
    await this.settle()
    this.given = []
  }

  async #set(nowMs: number): Promise<void> {
    this.nowMs = nowMs
    await this.belfry.clock.set(new Date(nowMs))
  }

  /** Until nothing is due and nothing is in flight, also of what followed from the last sends. */
  async settle(): Promise<void> {
    for (let seen = -1; seen < this.given.length; ) {
      seen = this.given.length
      await this.#idle()
    }
  }

  async #idle(): Promise<void> {
    const { worker } = this.#process!
    const { looks } = worker
    await new Promise<void>((resolve) => {
      const check = ({ nowMs, look }: { nowMs: number; look: number }) => {
        if (nowMs < this.nowMs || look <= looks) return worker.wake()
        worker.events.off('idle', check)
        resolve()
      }
      worker.events.on('idle', check)
      worker.wake()
    })
  }

  async jumpTo(ms: number): Promise<void> {
    await this.#set(ms)
    await this.settle()
  }

  async advanceTo(ms: number): Promise<void> {
    await this.settle()
    for (;;) {
      const next = await this.belfry.clock.nextMoment()
      if (next === null || next.getTime() > ms) return await this.jumpTo(ms)
      await this.jumpTo(next.getTime())
    }
  }

  /** The provider is slow: something happens while it has `expected` messages and has not answered yet. */
  async stallAt(ms: number, expected: number, meanwhile: () => Promise<void>): Promise<void> {
    const hanging = await this.#hang(ms, expected)
    await meanwhile()
    this.#hanging = null
    for (const answer of hanging) answer(outcomes[this.answer])
    await this.settle()
  }

  /**
   * The worker dies while it sends `expected` messages; something happens; its lease runs out; another one takes its place. The
   * dead one's answers, should they come at all, come too late.
   */
  async crashAt(ms: number, expected: number, meanwhile: () => Promise<void>): Promise<void> {
    const dead = this.#process!
    const hanging = await this.#hang(ms, expected)
    const closed = dead.belfry.close()
    this.#hanging = null
    await meanwhile()
    if (hanging.length > 0) await this.#reap()
    this.#process = await this.#start()
    for (const answer of hanging) answer({ kind: 'unknown' })
    await closed
    await this.settle()
  }

  async #hang(ms: number, expected: number): Promise<((outcome: Outcome) => void)[]> {
    const hanging: ((outcome: Outcome) => void)[] = []
    this.#hanging = hanging
    await this.#set(ms)
    await this.#looked(this.#process!.worker, () => hanging.length >= expected)
    return hanging
  }

  /** Waits until it holds, and then for two looks more, so that what should not be there is seen as well. */
  async #looked(worker: Worker, holds: () => boolean): Promise<void> {
    worker.wake()
    for (let asked = 0; !holds() && asked < 2_000; asked++) await this.belfry.clock.read()
    for (const target of [worker.looks + 1, worker.looks + 2]) {
      worker.wake()
      for (let asked = 0; worker.looks < target && asked < 2_000; asked++) await this.belfry.clock.read()
    }
  }

  /** By a worker with a short lease: nothing is reaped in the first lease of a young server. */
  async #reap(): Promise<void> {
    await this.#sql.query(`update belfry.claims set expires_at = clock_timestamp() - interval '1 second'`)
    const { belfry, worker } = await this.#start({ leaseMs: 1_000, timeoutMs: 200 })
    const open = async () => (await this.#sql.query('select from belfry.claims')).rowCount ?? 0
    for (let asked = 0; (await open()) > 0 && asked < 2_000; asked++) worker.wake()
    await belfry.close()
  }

  async close(): Promise<void> {
    await this.#process?.belfry.close()
    await this.belfry.close()
    await this.#sql.end()
  }
}
