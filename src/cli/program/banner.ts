// Nobody may take a system whose time is driven for a real one.

import type { Terminal } from './terminal.ts'

export function sayBanner(terminal: Terminal, now: Date | null): void {
  const line = '*'.repeat(76)
  const at = now ? `It stands at ${now.toISOString()}.` : 'It stands still.'
  terminal.say(
    `${line}\n  THE CLOCK OF THIS BELFRY IS DRIVEN. ${at}\n  Nothing rings until it is moved: belfry clock --advance PT1H\n${line}\n`,
  )
}
