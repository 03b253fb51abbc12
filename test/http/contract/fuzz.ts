// Thousands of requests made from the document. They come in rounds: the requests of a round are made from what the rounds before
// have answered, are under way at once, and are looked at in order. So a seed gives the same requests again, as far as the
// database's own races allow.

import type { InjectOptions } from 'fastify'
import { operatorKey } from '../serving.ts'
import { type Answered, flawOf } from './check.ts'
import { type Checks, type OpenApi, type Operation, operationsOf, scopeOf, takesRecipientTokens } from './document.ts'
import { partsOf, type Wanted, write } from './generate.ts'
import { harvest } from './harvest.ts'
import { createPool } from './pool.ts'
import { createRandom, type Random } from './random.ts'
import { spoil } from './spoil.ts'
import { type Stage, signatures, startMs } from './stage.ts'
import type { Making } from './values.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  readonly checks: Checks
}

export interface Tally {
  readonly requests: number
  /** By operation, then by status. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly flaws: readonly string[]
}

const roundSize = 24
const spoiltShare = 0.55
const flawsMax = 30
const otherMethods = '(other methods)'
/** Every so many rounds the clock moves, and what it brought about is looked at. */
const clockEvery = 25
/** At the end, what chance has left out is asked for in so many rounds more, so often in each. */
const reachRounds = 40
const reachTries = 10
const cronPath = '/api/cron/meeting-reminders'

export async function fuzz(stage: Stage, document: OpenApi, options: FuzzOptions): Promise<Tally> {
  const random = createRandom(options.seed)
  const play = new Play(stage, document, random, options.checks)
  await play.begin()
  for (let round = 1; play.requests < options.requests; round++) {
    await play.round()
    if (round % clockEvery === 0) await play.moveOn()
  }
  for (let round = 0; round < reachRounds && play.unreached().length > 0; round++) await play.reach()
  return play
}

class Play implements Tally {
  readonly counts = new Map<string, Map<number, number>>()
  readonly flaws: string[] = []
  requests = 0
  readonly #stage: Stage
  readonly #document: OpenApi
  readonly #random: Random
  readonly #operations: readonly Operation[]
  readonly #choices: readonly Operation[]
  readonly #checks: Checks
  readonly #pool
  readonly #tokens = new Map<string, string>()
  #nowMs = startMs

  constructor(stage: Stage, document: OpenApi, random: Random, checks: Checks) {
    this.#stage = stage
    this.#document = document
    this.#random = random
    this.#operations = operationsOf(document)
    this.#choices = this.#operations.flatMap((one) => Array.from({ length: weights[one.operationId] ?? 2 }, () => one))
    this.#checks = checks
    this.#pool = createPool(random)
  }

  /** Somebody has to be there before anybody can be reminded. */
  async begin(): Promise<void> {
    const put = this.#operation('recipients.put')
    await this.#send(Array.from({ length: 10 }, () => this.#valid(put)))
    await this.#putCron()
  }

  /** The one sweep that an address of its own runs. */
  async #putCron(): Promise<void> {
    const sweep = this.#valid(this.#operation('sweeps.put'))
    await this.#send([{ ...sweep, url: '/v1/sweeps/meeting-reminders' }])
  }

  async round(): Promise<void> {
    const wanted = Array.from({ length: roundSize }, () => this.#make(this.#random.pick(this.#choices)))
    const answers = await this.#send(wanted)
    const hasHeld = answers.some(({ status }, i) => status < 300 && wanted[i]!.operation.operationId === 'holds.hold')
    if (hasHeld) await this.#letGo()
  }

  /** Alone, because it waits for everything that rings. */
  async moveOn(): Promise<void> {
    const [answer] = await this.#send([this.#make(this.#operation('clock.drive'))])
    if (answer?.status === 200 && answer.text !== '')
      this.#nowMs = Date.parse((JSON.parse(answer.text) as { now: { instant: string } }).now.instant)
    const list = this.#operation('deliveries.list')
    await this.#send(
      ['failed', 'unknown'].map((state) => ({
        ...this.#valid(list),
        url: `${list.path}?state=${state}&limit=100`,
      })),
    )
  }

  /** Operations that nobody has been answered well by. */
  unreached(): Operation[] {
    const isGood = (id: string) => [...(this.counts.get(id)?.keys() ?? [])].some((status) => status < 300)
    return this.#operations.filter(({ operationId }) => !isGood(operationId))
  }

  /** Something new to ask for comes with every round, and with what rings. What is there may be gone after one answer, so each is asked for alone. */
  async reach(): Promise<void> {
    await this.round()
    await this.moveOn()
    // Somebody may have removed it, and hardly anybody makes just this one.
    if (this.unreached().some(({ path }) => path === cronPath)) await this.#putCron()
    for (const operation of this.unreached()) await this.#reachRung(operation)
    for (const operation of this.unreached())
      for (let tries = 0; tries < reachTries && this.unreached().includes(operation); tries++)
        await this.#send([this.#valid(operation)])
  }

  /** What can be done about one ring, and not twice: a ring of its own, of somebody whom nothing else was done to. */
  async #reachRung({ operationId, path }: Operation): Promise<void> {
    if (operationId === 'reminders.retry') {
      const rung = await this.#ring('scripted', 'refused')
      if (rung) await this.#sendTo(operationId, `/v1/reminders/${rung.reminderId}/retry`)
    }
    if (operationId === 'deliveries.retry') {
      const rung = await this.#ring('scripted', 'refused')
      if (rung) await this.#sendTo(operationId, `/v1/deliveries/${rung.id}/retry`)
    }
    if (path.startsWith('/v1/inbox/{id}')) {
      const rung = await this.#ring('in_app', 'delivered')
      if (rung && operationId === 'inbox.undo') await this.#sendTo('inbox.done', `/v1/inbox/${rung.id}/done`)
      if (rung) await this.#sendTo(operationId, path.replace('{id}', rung.id))
    }
  }

  /** Undefined where the fuzz itself stood in the way: with another key, or a hold. The next round tries again. */
  async #ring(
    channel: string,
    script: string,
  ): Promise<{ readonly id: string; readonly reminderId: string } | undefined> {
    const name = `reached-${this.requests}`
    await this.#sendTo('recipients.put', `/v1/recipients/${name}`, { timezone: 'UTC' })
    await this.#sendTo('reminders.schedule', '/v1/reminders', {
      ...{ entity: { type: 'note', id: name }, recipient: name, in: 'PT1S', title: name, channels: [channel] },
      data: { script },
    })
    await this.#sendTo('clock.drive', '/v1/clock', { advance: 'PT1M' })
    const { text } = await this.#sendTo('deliveries.list', `/v1/deliveries?recipient=${name}`)
    return (JSON.parse(text) as { items?: { id: string; reminderId: string }[] }).items?.[0]
  }

  async #sendTo(operationId: string, url: string, body?: object): Promise<Answered> {
    const valid = this.#valid(this.#operation(operationId))
    const [answer] = await this.#send([{ ...valid, url, ...(body ? { body: JSON.stringify(body) } : {}) }])
    return answer!
  }

  async #letGo(): Promise<void> {
    const release = this.#operation('holds.release')
    const held = await this.#stage.belfry.holds.list()
    await this.#send(
      held.map(({ tenant, channel }) => ({
        ...this.#valid(release),
        url: `${release.path}?${new URLSearchParams({ ...(tenant ? { tenant } : {}), ...(channel ? { channel } : {}) })}`,
      })),
    )
  }

  #operation(id: string): Operation {
    return this.#operations.find(({ operationId }) => operationId === id)!
  }

  #make(operation: Operation): Wanted {
    return this.#random.chance(spoiltShare) ? this.#spoilt(operation) : this.#valid(operation)
  }

  #valid(operation: Operation): Wanted {
    const parts = partsOf(this.#document, operation, this.#making(operation))
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
    const signed = signatures[operation.operationId]?.(body ?? '')
    const headers = { ...this.#headers(operation, parts.path), ...signed }
    return { operation, method: operation.method, url: write(operation, parts), headers, body, spoilt: null }
  }

  #spoilt(operation: Operation): Wanted {
    const parts = partsOf(this.#document, operation, this.#making(operation))
    const taken = this.#operations.filter(({ path }) => covers(path, operation.path)).map(({ method }) => method)
    const free = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].filter((method) => !taken.includes(method))
    const methods = [...free, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
    return spoil(this.#random, { operation, parts, headers: this.#headers(operation, parts.path) }, methods)
  }

  #making({ operationId }: Operation): Making {
    return { random: this.#random, pool: this.#pool, operation: operationId, nowMs: this.#nowMs }
  }

  #headers(operation: Operation, path: Record<string, string>): Record<string, string> {
    const random = this.#random
    const isPost = operation.method === 'POST'
    const needsKey = operation.parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)
    return {
      host: 'localhost',
      authorization: `Bearer ${this.#keyFor(operation, path)}`,
      ...(operation.body ? { 'content-type': 'application/json' } : {}),
      ...(isPost && random.chance(needsKey ? 0.95 : 0.3) ? { 'idempotency-key': `k${random.below(1e9)}` } : {}),
      ...(operation.method === 'GET' && random.chance(0.05) ? { 'if-none-match': '"1"' } : {}),
    }
  }

  #keyFor(operation: Operation, path: Record<string, string>): string {
    const random = this.#random
    if (scopeOf(operation) === 'operator' || random.chance(0.1)) return operatorKey
    const token = this.#tokens.get(path.id ?? '') ?? random.pick([...this.#tokens.values(), ''])
    const isOwn = takesRecipientTokens(operation) && token !== ''
    return isOwn && random.chance(0.15) ? token : this.#stage.key
  }

  async #send(wanted: readonly Wanted[]): Promise<Answered[]> {
    const answers = await Promise.all(wanted.map((one) => this.#ask(one)))
    for (const [i, answer] of answers.entries()) this.#look(wanted[i]!, answer)
    return answers
  }

  async #ask({ method, url, headers, body }: Wanted): Promise<Answered> {
    const request = { method, url, headers, ...(body === undefined ? {} : { payload: body }) } as InjectOptions
    const answer = await this.#stage.app.inject(request)
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }

  #look(wanted: Wanted, answer: Answered): void {
    const name = wanted.spoilt === 'method' ? otherMethods : wanted.operation.operationId
    this.requests += 1
    const counts = this.counts.get(name) ?? new Map<number, number>()
    this.counts.set(name, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1))
    const flaw = flawOf(this.#checks, wanted, answer)
    if (flaw !== null && this.flaws.length < flawsMax) this.flaws.push(`${show(wanted)}\n    ${flaw}`)
    // Of somebody who was erased, or of another: a list brings back what is there. Of what nobody has said anything about, too.
    if (answer.status === 404) {
      const [, item = ''] = /^\/v1\/inbox\/([^/?]+)/.exec(wanted.url) ?? []
      for (const kind of ['item', 'said'] as const) this.#pool.remove(kind, item)
    }
    // What was settled or ended meanwhile is not sent again, and would be picked for ever.
    if (answer.status === 409 && name === 'reminders.retry')
      this.#pool.remove('failing', /^\/v1\/reminders\/([^/?]+)/.exec(wanted.url)?.[1] ?? '')
    if (answer.status < 300 && name !== otherMethods)
      harvest({ pool: this.#pool, tokens: this.#tokens }, wanted, answer.text)
  }
}

/** Twice for each, unless said otherwise; the clock moves by itself. */
const weights: Readonly<Record<string, number>> = {
  'reminders.schedule': 10,
  'recipients.put': 4,
  'recipients.remove': 1,
  'sweeps.remove': 1,
  'webhooks.remove': 1,
  'entities.put': 5,
  'deliveries.list': 3,
  'alarms.put': 4,
  'alarms.remove': 1,
  'inbox.list': 8,
  'inbox.read': 4,
  'inbox.unarchive': 4,
  'inbox.undo': 4,
  'meetings.request': 6,
  'meetings.accept': 5,
  'meetings.deny': 1,
  'meetings.cancel': 1,
  'meetings.complete': 4,
  'availability.add': 3,
  'availability.put': 3,
  'clock.drive': 0,
  'holds.hold': 1,
  'health.live': 1,
  'health.ready': 1,
  'health.metrics': 1,
  'zones.status': 1,
}

/** `/v1/reminders/{id}` covers `/v1/reminders/batch`. */
function covers(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

function show({ operation, method, url, headers, body, spoilt }: Wanted): string {
  const { host: _, authorization: __, ...rest } = headers
  return `${operation.operationId} (${spoilt ?? 'valid'}): ${method} ${url.slice(0, 200)} ${JSON.stringify(rest)} ${body?.slice(0, 600) ?? ''}`
}

export function showTally({ counts, flaws }: Tally): string {
  const rows = [...counts].map(([operation, statuses]) => {
    const cells = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`)
    return `${operation.padEnd(26)} ${cells.join('  ')}`
  })
  return [...flaws, ...rows.toSorted()].join('\n')
}
