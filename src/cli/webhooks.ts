// `belfry webhooks`: endpoints that messages are posted to. A secret is shown once, when it is made.

import type { Belfry, WebhookDelivery, WebhookEndpoint } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

type Webhooks = Belfry['webhooks']

export const webhooks: Command = {
  usage: [
    'webhooks',
    'webhooks put <id> <url> [--description <text>]',
    'webhooks rotate <id> [--overlap 1d]',
    'webhooks enable <id>',
    'webhooks disable <id>',
    'webhooks delete <id>',
    'webhooks test <id>',
    'webhooks deliveries <id>',
  ],
  details: `A recipient whose address on the channel webhook is the id of an endpoint is reminded by a signed POST (Standard Webhooks).
The secret is shown when it is made, once. test ends with 1 where the receiver does not take it.`,
  options: {
    description: { value: '<text>', about: 'put: what it is for' },
    overlap: { value: '<duration>', about: 'rotate: how long the old secret signs, too (PT24H)' },
    ...pageOptions,
  },
  words: [0, 3],
  examples: [
    ['webhooks put shop https://shop.example.com/hooks', 'makes one, and shows its secret'],
    ['webhooks rotate shop', 'a new secret; for a day both sign'],
    ['webhooks test shop', 'posts a message now'],
  ],
  async run(call) {
    const work: Verb = verbOf<Verb>(call, 'webhooks', verbs)
    const most = work === verbs.put ? 3 : work === verbs.list ? 1 : 2
    if (call.words.length > most)
      throw usageError(`${JSON.stringify(call.words[most])} is one word too many.`, call.usage)
    return await call.with((belfry, now) => work(call, belfry.webhooks, now))
  },
}

type Verb = (call: Call, webhooks: Webhooks, now: Date) => Promise<number | undefined>

const verbs = {
  async list(call, all, now) {
    const page = await all.list(pageOf(call))
    await call.answer(page, () => (page.items.length === 0 ? noneYet : endpointTable(call, page.items, now)))
    return undefined
  },
  async put(call, all, now) {
    const [, id = call.word(1, 'endpoint'), url] = call.words
    const description = call.text('description')
    const put = await all.put({
      id,
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description: description || null }),
    })
    await call.answer(put, () => `${endpointTable(call, [put], now)}${secretWords(put.secret)}`)
    return undefined
  },
  async rotate(call, all, now) {
    const overlap = call.text('overlap')
    const rotated = await all.rotate(call.word(1, 'endpoint'), overlap === undefined ? {} : { overlap })
    await call.answer(rotated, () => `${endpointTable(call, [rotated], now)}${secretWords(rotated.secret)}`)
    return undefined
  },
  async enable(call, all, now) {
    const endpoint = await all.enable(call.word(1, 'endpoint'))
    await call.answer(endpoint, () => endpointTable(call, [endpoint], now))
    return undefined
  },
  async disable(call, all, now) {
    const endpoint = await all.disable(call.word(1, 'endpoint'))
    await call.answer(endpoint, () => endpointTable(call, [endpoint], now))
    return undefined
  },
  async delete(call, all) {
    const id = call.word(1, 'endpoint')
    const deleted = await all.delete(id)
    await call.answer({ id, deleted }, () => (deleted ? `Deleted: ${plain(id)}.` : `There is none: ${plain(id)}.`))
    return deleted ? undefined : exit.failed
  },
  async test(call, all) {
    const result = await all.test(call.word(1, 'endpoint'))
    const isTaken = result.outcome === 'delivered'
    const words = isTaken ? `Delivered in ${result.tookMs} ms` : `Not delivered (${result.outcome})`
    await call.answer(result, () => `${words}: ${plain(result.reply ?? 'no answer')}`)
    return isTaken ? undefined : exit.failed
  },
  async deliveries(call, all, now) {
    const page = await all.deliveries(call.word(1, 'endpoint'), pageOf(call))
    await call.answer(page, () =>
      page.items.length === 0 ? 'Nothing went there yet.' : logTable(call, page.items, now),
    )
    return undefined
  },
} satisfies Record<string, Verb>

const noneYet = 'There are no endpoints yet: belfry webhooks put <id> <url>.'

function secretWords(secret: string | null): string {
  return secret === null ? '' : `\n${secret}\n\nThis is shown once: keep it now.\n`
}

function endpointTable(call: Call, items: readonly WebhookEndpoint[], now: Date): string {
  const { timezone, columns, isTty } = call.terminal
  const rows = items.map(({ id, url, description, disabledReason, previousSecretUntil }) => [
    id,
    disabledReason ? `disabled (${disabledReason})` : 'used',
    previousSecretUntil ? `until ${when(previousSecretUntil, timezone, now)}` : '-',
    plain(url),
    plain(description ?? '-'),
  ])
  return table(['id', 'state', 'old secret', 'url', 'for'], rows, { columns, paint: call.paint, cut: isTty.out })
}

function logTable(call: Call, items: readonly WebhookDelivery[], now: Date): string {
  const { timezone, columns, isTty } = call.terminal
  const rows = items.map(({ at, recipient, entity, state, attempts }) => [
    when(at, timezone, now),
    plain(recipient),
    plain(`${entity.type}/${entity.id}`),
    state,
    String(attempts.length),
    plain(attempts.at(-1)?.reply ?? '-'),
  ])
  const head = ['at', 'to', 'about', 'state', 'attempts', 'last answer']
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}
