// `belfry hold`: a switch that stops new sends at once.

import type { Hold } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import type { Command, Option } from './program/command.ts'

export const scopeOptions: Readonly<Record<string, Option>> = {
  tenant: { value: '<tenant>', about: 'Only of this tenant' },
  channel: { value: '<channel>', about: 'Only by this channel' },
}

export const hold: Command = {
  usage: ['hold [--tenant <tenant>] [--channel <channel>] [--reason <text>]', 'hold --list'],
  details: 'When it answers, no worker fires any more of what it covers. What was being sent goes on.',
  options: {
    ...scopeOptions,
    reason: { value: '<text>', about: 'Why, for whoever finds it' },
    list: { about: 'Shows the holds that are in force, and changes nothing' },
  },
  words: [0, 0],
  examples: [
    ['hold --reason "wrong texts"', 'everything'],
    ['hold --channel email', 'only e-mail'],
    ['hold --list', 'what is held'],
  ],
  async run(call) {
    await call.with(async (belfry, now) => {
      const scope = scopeOf(call)
      if (!call.has('list'))
        await belfry.holds.hold({ ...scope, reason: call.text('reason') ?? 'held from the command line' })
      const holds = await belfry.holds.list()
      await call.answer({ holds }, () => {
        if (holds.length === 0) return 'Nothing is held.'
        const rows = holds.map((one) => [
          scopeWords(one),
          plain(one.by),
          when(one.since, call.terminal.timezone, now),
          plain(one.reason),
        ])
        const { columns } = call.terminal
        return table(['held', 'by', 'since', 'reason'], rows, { columns, paint: call.paint, cut: false })
      })
    })
    return undefined
  },
}

export function scopeOf(call: { text(option: string): string | undefined }): { tenant?: string; channel?: string } {
  const tenant = call.text('tenant')
  const channel = call.text('channel')
  return { ...(tenant === undefined ? {} : { tenant }), ...(channel === undefined ? {} : { channel }) }
}

export function scopeWords({ tenant, channel }: Pick<Hold, 'tenant' | 'channel'>): string {
  if (!tenant && !channel) return 'everything'
  return [...(tenant ? [`tenant ${tenant}`] : []), ...(channel ? [`channel ${channel}`] : [])].join(', ')
}
