#!/usr/bin/env node
// The command line. process.env, signals and the console are touched here and nowhere else.

import pino from 'pino'
import { serve } from './serve.ts'

const usage = `belfry: reminders that ring once, on time

  belfry serve     run a worker on the database (DATABASE_URL, or an embedded one under BELFRY_DATA_DIR)
  belfry help      this text

  DATABASE_URL      a PostgreSQL (14 or newer); without it Belfry starts one of its own
  BELFRY_DATA_DIR   where that one lives (default .belfry)
  DEBUG             namespaces whose debug lines are logged, e.g. belfry:*
`

async function main(): Promise<number> {
  const [command = 'help'] = process.argv.slice(2)
  switch (command) {
    case 'serve': {
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      const { DATABASE_URL, BELFRY_DATA_DIR, DEBUG } = process.env
      await serve({
        ...(DATABASE_URL ? { database: DATABASE_URL } : {}),
        ...(BELFRY_DATA_DIR ? { dataDir: BELFRY_DATA_DIR } : {}),
        ...(DEBUG ? { debug: DEBUG } : {}),
        logger: pino({ base: {} }),
        say: (line) => process.stderr.write(`${line}\n`),
        signal: stop.signal,
      })
      return 0
    }
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(usage)
      return 0
    default:
      process.stderr.write(`belfry: there is no command ${JSON.stringify(command)}\n\n${usage}`)
      return 2
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`belfry: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
