// `belfry push`: the devices on which people get notifications. Adding one takes a browser.

import type { Belfry, PushDevice } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { verbOf } from './program/verb.ts'

export const push: Command = {
  usage: ['push list <recipient>', 'push remove <recipient> <device>', 'push public-key'],
  details: 'A device is added by a page in its browser, which subscribes with the public key.',
  words: [1, 3],
  examples: [
    ['push list ana', 'her devices, the newest first'],
    ['push public-key', 'for applicationServerKey'],
  ],
  async run(call) {
    const work = verbOf(call, 'push', verbs)
    return await call.with((belfry) => work(call, belfry.push))
  },
}

type Verb = (call: Call, devices: Belfry['push']) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, devices) {
    const items = await devices.list(call.word(1, 'recipient'))
    await call.answer({ items }, () => (items.length === 0 ? 'There is no device.' : deviceTable(call, items)))
    return undefined
  },
  async remove(call, devices) {
    const result = await devices.unsubscribe({ recipient: call.word(1, 'recipient'), id: call.word(2, 'device') })
    await call.answer(result, () => (result.removed ? 'Removed.' : 'There is no such device.'))
    return result.removed ? undefined : exit.notFound
  },
  async 'public-key'(call, devices) {
    const publicKey = await devices.publicKey()
    await call.answer({ publicKey }, () => publicKey)
    return undefined
  },
}

function deviceTable(call: Call, items: readonly PushDevice[]): string {
  const rows = items.map(({ id, service, label, createdAt, lastSentAt }) => [
    id,
    plain(service),
    createdAt.toISOString(),
    lastSentAt?.toISOString() ?? '-',
    plain(label ?? '-'),
  ])
  const { columns, isTty } = call.terminal
  return table(['device', 'service', 'since', 'last sent', 'label'], rows, {
    columns,
    paint: call.paint,
    cut: isTty.out,
  })
}
