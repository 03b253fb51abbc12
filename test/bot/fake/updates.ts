// How the bot hears of updates: by asking for them, one asker at a time, or at an address of its own.

import type { ServerResponse } from 'node:http'
import type { Payload } from './methods.ts'
import { refuse } from './refusal.ts'
import type { Update, World } from './world.ts'

const taken = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
const hooked =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"

export class Updates {
  private readonly world: World
  /** Ends the poll that waits, with a word why. */
  private waiting: ((end: 'taken' | 'gone') => void) | null = null
  private isDelivering = false

  constructor(world: World) {
    this.world = world
    world.onUpdate = () => void this.deliver()
  }

  async poll(payload: Payload, response: ServerResponse): Promise<readonly Update[]> {
    if (this.world.webhook) throw refuse(409, hooked)
    this.waiting?.('taken')
    const { offset = 0, limit = 100, timeout = 0, allowed_updates: allowed } = payload as Record<string, number>
    if (offset > 0) this.world.confirm((id) => id < offset)
    this.drop(allowed as unknown as readonly string[] | undefined)
    const ready = () => this.world.updates.filter(({ update_id: id }) => id >= offset).slice(0, limit)
    if (ready().length === 0 && timeout > 0) {
      // One that was taken before and is told again is not handed out: the next asking confirms it, and nobody waits for that.
      const isOver = () => ready().length > 0 || this.world.updates.some(({ update_id: id }) => id < offset)
      const end = await this.wait(timeout, isOver, response)
      if (end === 'taken') throw refuse(409, taken)
      if (end === 'gone') return []
      this.drop(allowed as unknown as readonly string[] | undefined)
    }
    return ready()
  }

  private wait(
    seconds: number,
    isReady: () => boolean,
    response: ServerResponse,
  ): Promise<'ready' | 'taken' | 'gone' | 'time'> {
    return new Promise((resolve) => {
      const finish = (end: 'ready' | 'taken' | 'gone' | 'time') => {
        clearTimeout(timer)
        if (this.waiting === finish) this.waiting = null
        resolve(end)
      }
      const timer = setTimeout(() => finish('time'), seconds * 1_000)
      this.waiting = finish
      response.on('close', () => finish('gone'))
      void this.world.until(() => isReady() || this.waiting !== finish).then(() => finish('ready'))
    })
  }

  private drop(allowed: readonly string[] | null | undefined): void {
    if (!allowed || allowed.length === 0) return
    const isWanted = (update: Update) => Object.keys(update).some((kind) => allowed.includes(kind))
    const unwanted = new Set(this.world.updates.filter((update) => !isWanted(update)).map(({ update_id: id }) => id))
    if (unwanted.size > 0) this.world.confirm((id) => unwanted.has(id))
  }

  setWebhook(payload: Payload): boolean {
    const url = String(payload.url ?? '')
    if (url === '') return this.deleteWebhook(payload)
    if (!/^https:\/\//.test(url) && !/^http:\/\/127\.0\.0\.1[:/]/.test(url))
      throw refuse(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
    const secret = payload.secret_token === undefined ? null : String(payload.secret_token)
    if (secret !== null && !/^[A-Za-z0-9_-]{1,256}$/.test(secret))
      throw refuse(400, 'Bad Request: secret token contains unallowed characters')
    this.waiting?.('taken')
    this.world.webhook = { url, secret, allowed: (payload.allowed_updates as readonly string[] | undefined) ?? null }
    void this.deliver()
    return true
  }

  deleteWebhook({ drop_pending_updates: drop }: Payload): boolean {
    this.world.webhook = null
    if (drop) this.world.confirm(() => true)
    return true
  }

  /** One after the other; what is not taken with a 2xx stays. */
  async deliver(): Promise<void> {
    const { world } = this
    if (!world.webhook || this.isDelivering) return
    this.isDelivering = true
    try {
      this.drop(world.webhook.allowed)
      for (let [update] = world.updates; update && world.webhook; [update] = world.updates) {
        const { url, secret } = world.webhook
        const response = await fetch(url, {
          ...{ method: 'POST', body: JSON.stringify(update) },
          headers: {
            'content-type': 'application/json',
            ...(secret !== null && { 'x-telegram-bot-api-secret-token': secret }),
          },
        }).catch(() => null)
        await response?.arrayBuffer().catch(() => null)
        if (!response?.ok) return
        world.confirm((id) => id === update!.update_id)
      }
    } finally {
      this.isDelivering = false
    }
  }

  close(): void {
    this.waiting?.('gone')
  }
}
