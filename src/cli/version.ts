// `belfry version`.

import { readFileSync } from 'node:fs'
import type { Command } from './program/command.ts'

export const version: Command = {
  usage: ['version'],
  words: [0, 0],
  examples: [['version --json', 'for a program']],
  async run(call) {
    const { version: belfry } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const { node = '', tz: timeZones = '' } = process.versions
    const all = { belfry, node, timeZones, platform: `${process.platform}-${process.arch}` }
    await call.answer(all, () => `belfry ${belfry} (node ${node}, time zones ${timeZones}, ${all.platform})`)
    return undefined
  },
}
