// What a command knows of the world: main.ts passes it in, and nothing else in this folder reads process, clocks or streams.

import type { Logger } from '../../index.ts'

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly directory: string
  /** Of this machine. */
  readonly timezone: string
  readonly stdin: AsyncIterable<Uint8Array>
  /** Is a person reading? */
  readonly isTty: { readonly out: boolean; readonly err: boolean }
  /** Characters in a line. */
  readonly columns: number
  /** Aborted when the person wants to stop, or when nobody reads the output any more. */
  readonly signal: AbortSignal
  /** Resolves when more can be written. */
  write(text: string): Promise<void>
  /** To the person, beside the output. */
  say(text: string): void
  /** Real time, for progress and waiting; and the wall clock, only to compare it with the database's. */
  nowMs(): number
  wallMs(): number
  /** JSON lines; to the output of servers, beside that of other commands. */
  logger(level: string, place: 'out' | 'err'): Promise<Logger>
}
