// Asks Telegram for updates, and tells it which were handled. Telegram forgets an update when a later one is asked for, so the next one is
// asked for only when all before it have been handled: what was fetched by a process that ends is fetched again by the next.
//
// A chat that is slow does not keep the others waiting: while something is under way the poller asks again from the oldest that is not
// finished, and passes over those that it knows.

import { type Api, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { Logger } from '../index.ts'
import { type Sleeper, startStopwatch } from '../time/clock.ts'
import { apiSignal } from './client.ts'
import { errorWords } from './failure.ts'

/** Kinds of updates that the bot wants to hear of. */
export const allowedUpdates = ['message', 'edited_message', 'callback_query'] as const

export type StopReason = 'stopped' | 'another_poller' | 'unauthorized'

export interface PollerOptions {
  readonly api: Pick<Api, 'getUpdates'>
  /** Resolves when it is done with, for good; rejects when it must be tried again. */
  readonly handle: (update: Update, isStopping: () => boolean) => Promise<'handled' | 'not begun'>
  readonly logger: Logger
  readonly sleeper: Sleeper
  /** How long Telegram holds an answer that would be empty. */
  readonly pollSeconds?: number
}

export interface Poller {
  /** Resolves when it has stopped, by itself or because it was told to, and nothing is under way. */
  readonly stopped: Promise<StopReason>
  /** No update is begun after this; those under way are finished and confirmed. */
  stop(): Promise<void>
}

/** How long a slow chat may keep an idle poller from asking for the others' updates. */
const lookMs = 1_000
const emptyMs = 250
/** Whoever ends does not wait longer for Telegram to hear it. */
const confirmMs = 5_000
const backOffMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]

export function startPoller(options: PollerOptions): Poller {
  const loop = new Loop(options)
  const stopped = loop.run()
  return {
    stopped,
    async stop() {
      loop.stop()
      await stopped
    },
  }
}

class Loop {
  private readonly options: PollerOptions
  private readonly ending = new AbortController()
  /** Those that were fetched and are not confirmed: under way, or finished beyond one that is not. */
  private readonly known = new Map<number, { isFinished: boolean; readonly done: Promise<void> }>()
  private next = 0
  private failures = 0

  constructor(options: PollerOptions) {
    this.options = options
  }

  stop(): void {
    this.ending.abort()
  }

  async run(): Promise<StopReason> {
    const { logger } = this.options
    for (;;) {
      if (this.ending.signal.aborted) break
      try {
        await this.look()
        this.failures = 0
      } catch (error) {
        const reason = stopReasonOf(error)
        if (reason !== null) {
          logger.error({ reason }, stopWords[reason])
          this.ending.abort()
          await this.underWay()
          return reason
        }
        if (!this.ending.signal.aborted) await this.backOff(error)
      }
    }
    await this.underWay()
    await this.confirm()
    return 'stopped'
  }

  /** One question to Telegram. While something is under way, it is not asked to hold its answer. */
  private async look(): Promise<void> {
    const { api, pollSeconds = 30, sleeper } = this.options
    if (this.unfinished().length > 0) {
      const ended = new AbortController()
      const waits = sleeper.sleep(lookMs, { signal: AbortSignal.any([ended.signal, this.ending.signal]) })
      await Promise.race([this.underWay(), waits])
      ended.abort()
    }
    if (this.ending.signal.aborted) return
    const isBusy = this.unfinished().length > 0
    const tookMs = startStopwatch()
    const updates = await api.getUpdates(
      { offset: this.offset(), timeout: isBusy ? 0 : pollSeconds, allowed_updates: allowedUpdates },
      apiSignal(this.ending.signal),
    )
    for (const update of updates) this.begin(update)
    // Telegram holds an answer that would be empty. Another server may not.
    if (updates.length === 0 && !isBusy && tookMs() < emptyMs)
      await sleeper.sleep(emptyMs, { signal: this.ending.signal })
  }

  private begin(update: Update): void {
    const id = update.update_id
    if (this.known.has(id)) return
    this.next = Math.max(this.next, id + 1)
    const entry = { isFinished: false, done: this.handle(update) }
    this.known.set(id, entry)
  }

  /** Tried again until it is handled, or the poller ends. */
  private async handle(update: Update): Promise<void> {
    const { handle, logger, sleeper } = this.options
    const isStopping = () => this.ending.signal.aborted
    for (let tries = 0; !isStopping(); tries += 1) {
      try {
        const result = await handle(update, isStopping)
        if (result === 'handled') this.known.get(update.update_id)!.isFinished = true
        return
      } catch (error) {
        logger.warn({ update: update.update_id, error: errorWords(error) }, 'an update could not be handled yet')
        await sleeper.sleep(backOffMs[Math.min(tries, backOffMs.length - 1)]!, { signal: this.ending.signal })
      }
    }
  }

  private unfinished(): number[] {
    return [...this.known].filter(([, { isFinished }]) => !isFinished).map(([id]) => id)
  }

  /** The oldest that is not finished, or the next that may come. What lies before it is forgotten, here and there. */
  private offset(): number {
    const offset = Math.min(this.next, ...this.unfinished())
    for (const id of this.known.keys()) if (id < offset) this.known.delete(id)
    return offset
  }

  private async underWay(): Promise<void> {
    await Promise.all([...this.known.values()].map(({ done }) => done))
  }

  /** The last word to Telegram, which hears from offsets alone what was handled. */
  private async confirm(): Promise<void> {
    if (this.next === 0) return
    const { api, logger } = this.options
    try {
      await api.getUpdates(
        { offset: this.offset(), limit: 1, timeout: 0, allowed_updates: allowedUpdates },
        apiSignal(AbortSignal.timeout(confirmMs)),
      )
    } catch (error) {
      // They are marked as handled: whoever gets them again passes over them.
      logger.warn({ error: errorWords(error) }, 'Telegram did not hear which updates were handled')
    }
  }

  private async backOff(error: unknown): Promise<void> {
    const { logger, sleeper } = this.options
    const usualMs = backOffMs[Math.min(this.failures, backOffMs.length - 1)]!
    const waitMs = Math.max(usualMs, retryAfterMs(error))
    this.failures += 1
    logger.warn({ error: errorWords(error), waitMs }, 'Telegram does not answer; asking again')
    await sleeper.sleep(waitMs, { signal: this.ending.signal })
  }
}

export const stopWords = {
  another_poller:
    'another program asks for the updates of this bot (409); this one stops. One token can be polled by one program, and not while a webhook is set.',
  unauthorized: 'Telegram does not know this token (401, or 404); the bot stops.',
} as const

/** Null: it is worth asking again. */
export function stopReasonOf(error: unknown): Exclude<StopReason, 'stopped'> | null {
  if (!(error instanceof GrammyError)) return null
  if (error.error_code === 409) return 'another_poller'
  return error.error_code === 401 || error.error_code === 404 ? 'unauthorized' : null
}

function retryAfterMs(error: unknown): number {
  return error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1_000 : 0
}
