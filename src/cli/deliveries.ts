// `belfry deliveries`: what was sent, what was not and why; and an operator's decision on what nobody can know.

import type { Belfry, Delivery, DeliveryState } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

export const deliveries: Command = {
  usage: ['deliveries [--state unknown]', 'deliveries settle <id> sent|again', 'deliveries retry <id>'],
  details:
    'The newest first; of the last 24 hours, unless a recipient or a state that needs attention narrows it down. An unknown delivery may have arrived: settle says that it did, or sends it again.',
  options: {
    state: { value: '<list>', about: 'Only these, separated by commas: unknown, failed, quarantined, sent, …' },
    recipient: { value: '<id>', about: 'Only those of this recipient' },
    channel: { value: '<name>', about: 'Only those of this channel' },
    ...pageOptions,
  },
  words: [0, 3],
  examples: [
    ['deliveries --state unknown', 'what nobody knows the outcome of'],
    ['deliveries settle 1f38….3b14 sent', 'it arrived'],
  ],
  async run(call) {
    const work = verbOf(call, 'deliveries', verbs)
    await call.with((belfry) => work(call, belfry.deliveries))
    return undefined
  },
}

type Verb = (call: Call, all: Belfry['deliveries']) => Promise<void>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, all) {
    const given = ['recipient', 'channel'].flatMap((name) => {
      const text = call.text(name)
      return text === undefined ? [] : [[name, text] as const]
    })
    // what is no state is refused there, with the list of those that are
    const state = call.text('state')?.split(',') as DeliveryState[] | undefined
    const page = await all.list({ ...Object.fromEntries(given), ...(state ? { state } : {}), ...pageOf(call) })
    await call.answer(page, () => (page.items.length === 0 ? 'Nothing.' : deliveryTable(call, page.items)))
  },
  async settle(call, all) {
    const decision = call.word(2, 'decision')
    if (decision !== 'sent' && decision !== 'again')
      throw usageError(`${JSON.stringify(decision)} decides nothing.`, 'sent, again')
    const id = call.word(1, 'delivery')
    const { state } = await all.settle(id, decision === 'sent' ? 'sent' : 'send_again')
    await call.answer({ id, state }, () => (state === 'sent' ? 'Settled: it was sent.' : 'It is sent again.'))
  },
  async retry(call, all) {
    const id = call.word(1, 'delivery')
    const { state } = await all.retry(id)
    await call.answer({ id, state }, () => 'It is sent again.')
  },
}

function deliveryTable(call: Call, items: readonly Delivery[]): string {
  const rows = items.map(({ id, at, recipient, channel, state, reason, title }) => [
    ...[id, at.toISOString(), recipient, channel || '-', state, reason ?? '-', plain(title ?? '')],
  ])
  const { columns, isTty } = call.terminal
  const heads = ['id', 'at', 'recipient', 'channel', 'state', 'reason', 'title']
  return table(heads, rows, { columns, paint: call.paint, cut: isTty.out })
}
