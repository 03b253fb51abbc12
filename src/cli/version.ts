// `belfry version`.

import { belfryVersion } from './program/belfry-version.ts'
import type { Command } from './program/command.ts'

export const version: Command = {
  usage: ['version'],
  words: [0, 0],
  examples: [['version --json', 'for a program']],
  async run(call) {
    const belfry = belfryVersion()
    const { node = '', tz: timeZones = '' } = process.versions
    const all = { belfry, node, timeZones, platform: `${process.platform}-${process.arch}` }
    await call.answer(all, () => `belfry ${belfry} (node ${node}, time zones ${timeZones}, ${all.platform})`)
    return undefined
  },
}
