#!/usr/bin/env node
// The command line. process.env, signals, the standard streams and this machine's clock are touched here and nowhere else.

import { once } from 'node:events'
import type { Logger } from '../index.ts'
import { run } from './program/run.ts'
import type { Terminal } from './program/terminal.ts'

const stop = new AbortController()
/** Whoever read the output has gone (`belfry list | head -1`): what is under way ends, and that is not an error. */
let isUnread = false

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  isUnread = true
  stop.abort()
})
process.stderr.on('error', () => {})
// The second time the default holds, and the process ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const terminal: Terminal = {
  environment: process.env,
  directory: process.cwd(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  stdin: process.stdin,
  isTty: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  columns: process.stdout.columns ?? 100,
  signal: stop.signal,
  async write(text) {
    if (isUnread || process.stdout.write(text)) return
    await once(process.stdout, 'drain', { signal: stop.signal }).catch(() => {})
  },
  say: (text) => {
    process.stderr.write(text)
  },
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  async logger(level, place) {
    const { default: pino } = await import('pino')
    const logger: Logger = pino({ base: {}, level }, place === 'out' ? process.stdout : process.stderr)
    return logger
  },
}

process.exitCode = await run(process.argv.slice(2), terminal)
if (isUnread) process.exitCode = 0
