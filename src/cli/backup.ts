// `belfry backup`: the whole database in one file, also the embedded one, which has no pg_dump.

import type { Command } from './program/command.ts'
import { writeLines } from './program/files.ts'

export const backup: Command = {
  usage: ['backup <file>'],
  details:
    'One consistent moment, while everything goes on. The file can be read by its owner only; it holds texts and addresses.',
  words: [1, 1],
  examples: [
    ['backup belfry.backup', 'into a file'],
    ['backup - | gzip > belfry.backup.gz', 'through a pipe'],
  ],
  async run(call) {
    const file = call.word(0, 'file')
    const progress = call.progress('rows saved')
    const count = await call.with((belfry) => writeLines(call, file, belfry.backup(), progress))
    progress.end(count)
    if (file !== '-') await call.answer({ file, rows: count }, () => `Saved to ${file}.`)
    return undefined
  },
}
