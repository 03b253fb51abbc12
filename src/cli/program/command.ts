// What a command is: one file in src/cli that exports one of these.

import type { Call } from './call.ts'

export interface Option {
  /** Shown for its value, such as `<recipient>`; left out: a switch. */
  readonly value?: string
  readonly about: string
  /** May be given more than once. */
  readonly many?: boolean
}

export interface Command {
  /** Without the program's name: `remind <when> <text>`. */
  readonly usage: readonly string[]
  /** More than the one line of the table in commands.ts, where it needs it. */
  readonly details?: string
  readonly options?: Readonly<Record<string, Option>>
  /** How many words it takes. */
  readonly words: readonly [min: number, max: number]
  /** Command lines that work, without the program's name, each with what it does. */
  readonly examples: readonly (readonly [line: string, about: string])[]
  /** Answers the exit code, if it is not 0. */
  run(call: Call): Promise<number | undefined>
}
