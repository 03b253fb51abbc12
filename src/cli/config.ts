// `belfry config`: what holds, and where it came from. Secrets are masked, also for programs.

import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import type { Command } from './program/command.ts'
import { shownValue } from './settings/mask.ts'
import { settingNames, settings } from './settings/table.ts'

export const config: Command = {
  usage: ['config'],
  details: `A setting comes from an option, else from the environment, else from belfry.config.ts, .js or .json, else from its
default. Secrets are shown as ****.`,
  words: [0, 0],
  examples: [
    ['config', 'every setting with its value and source'],
    ['config --json --config staging.config.json', 'the same of another file, for a program'],
  ],
  async run(call) {
    const { settings: values, sources, file } = call.resolved
    const channels = ['in_app', ...values.channels.map(({ name }) => name)]
    const sweeps = (values.sweeps ?? []).map(({ name }) => String(name))
    const connections = Object.keys(values.connections)
    const all = settingNames.map((name) => ({
      name,
      value: shownValue(name, values[name]),
      source: sources[name],
      environment: settings[name].env,
    }))
    const rows = all.map((one) => [one.name, wordsOf(one.value), one.source, one.environment])
    await call.answer({ file, channels, sweeps, connections, settings: all }, () => {
      const list = table(['setting', 'value', 'from', 'environment'], rows, {
        columns: call.terminal.columns,
        paint: call.paint,
        cut: false,
      })
      const lists = [`channels: ${channels.join(', ')}`, ...namesOf({ sweeps, connections })]
      return `${list}\nfile: ${file ?? 'none'}\n${lists.join('\n')}\n`
    })
    return undefined
  },
}

function wordsOf(value: unknown): string {
  if (value === null || value === '') return '-'
  return Array.isArray(value) ? value.join(',') || '-' : String(value)
}

/** Of connections their names alone: their URLs are secrets. */
function namesOf(lists: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(lists)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${names.map(plain).join(', ')}`)
}
