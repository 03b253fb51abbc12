// `belfry restore`: brings a backup back. It starts held, because what was sent since the backup would be sent again.

import type { RestoreResult } from '../index.ts'
import type { Command } from './program/command.ts'
import { linesOf, readingOf } from './program/files.ts'
import { libraryOptions } from './settings/resolve.ts'

export const restore: Command = {
  usage: ['restore <file> [--replace]'],
  details: `Into an empty database, or with --replace instead of what is there. Everything is held afterwards: look at what was sent
since the backup, then belfry release.`,
  options: { replace: { about: 'What is in the database now is lost' } },
  words: [1, 1],
  examples: [['restore belfry.backup', 'then: belfry doctor, belfry release']],
  async run(call) {
    const { restoreBackup } = await import('../index.ts')
    const { chunks, part } = readingOf(call, call.word(0, 'file'))
    const progress = call.progress('rows restored')
    let rows = 0
    async function* counted() {
      for await (const line of linesOf(chunks)) {
        progress.at(++rows, part())
        yield line
      }
    }
    const options = { ...libraryOptions(call.settings), actor: 'command line' }
    const report = await restoreBackup(options, counted(), { replace: call.has('replace') })
    progress.end(rows)
    await call.answer(report, () => wordsOf(report))
    return undefined
  },
}

function wordsOf({ rows, takenAt, unknown }: RestoreResult): string {
  const open =
    unknown === 0
      ? ''
      : ` ${unknown.toLocaleString('en')} deliveries may have been sent since: belfry deliveries --state unknown.`
  return `Restored ${rows.toLocaleString('en')} rows of ${takenAt.toISOString()}, and held.${open} When you have looked: belfry release`
}
