// `belfry channels`: which there are, which only pretend, and whether one works.

import type { Belfry } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { verbOf } from './program/verb.ts'

export const channels: Command = {
  usage: ['channels', 'channels test <channel> (--to <recipient> | --address <address>)'],
  details: `A channel in demo mode sends nothing: its deliveries end as suppressed, and keep the message that would have been sent.
docs/channels.md says how each is set up, in five lines, and what it promises.`,
  options: {
    to: { value: '<recipient>', about: 'To this recipient’s own address' },
    address: { value: '<address>', about: 'To this address' },
  },
  words: [0, 2],
  examples: [
    ['channels', 'all of them'],
    ['channels test email --address ops@example.com', 'sends one message now, and says what became of it'],
  ],
  async run(call) {
    const work = verbOf(call, 'channels', verbs)
    return await call.with((belfry) => work(call, belfry))
  },
}

type Verb = (call: Call, belfry: Belfry) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, belfry) {
    const items = belfry.channels.list()
    const rows = items.map(({ name, mode, idempotent, needsAddress }) => [
      ...[name, mode, idempotent ? 'repeated safely' : 'never repeated', needsAddress ? 'yes' : '-'],
    ])
    const { columns, isTty } = call.terminal
    await call.answer({ items }, () =>
      table(['channel', 'mode', 'after an unknown outcome', 'address'], rows, {
        ...{ columns, paint: call.paint, cut: isTty.out },
      }),
    )
    return undefined
  },
  async test(call, belfry) {
    const recipient = call.text('to')
    const address = call.text('address')
    const result = await belfry.channels.test({
      channel: call.word(1, 'channel'),
      ...(recipient === undefined ? {} : { recipient }),
      ...(address === undefined ? {} : { address }),
    })
    const { outcome, reply, tookMs } = result
    await call.answer(result, () => `${outcome} after ${tookMs} ms${reply === null ? '' : `\n${plainLines(reply)}`}`)
    return outcome === 'delivered' || outcome === 'suppressed' ? undefined : exit.failed
  },
}

function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n')
}
