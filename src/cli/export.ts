// `belfry export`: what a tenant has, as JSON lines that another Belfry can import.

import type { Command } from './program/command.ts'
import { writeLines } from './program/files.ts'

export const exportTenant: Command = {
  usage: ['export [file]'],
  details:
    'One tenant, as JSON lines. Without a file: to the standard output. For the whole database see belfry backup.',
  words: [0, 1],
  examples: [
    ['export acme.jsonl --tenant acme', 'into a file that only its owner can read'],
    ['export | gzip > all.jsonl.gz', 'through a pipe'],
  ],
  async run(call) {
    const [file = '-'] = call.words
    const progress = call.progress('lines written')
    const count = await call.with((belfry) => writeLines(call, file, belfry.export(), progress))
    progress.end(count)
    if (file !== '-')
      await call.answer({ file, lines: count }, () => `Wrote ${count.toLocaleString('en')} lines to ${file}.`)
    return undefined
  },
}
