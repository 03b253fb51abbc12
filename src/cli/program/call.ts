// One call of a command: what was asked, and how it answers.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Belfry, BelfryOptions, Logger } from '../../index.ts'
import { readInteger } from '../../input.ts'
import { type Paint, paintFor } from '../print/paint.ts'
import { Progress } from '../print/progress.ts'
import { libraryOptions, type Resolved, type Settings } from '../settings/resolve.ts'
import { type Arguments, usageError } from './arguments.ts'
import { bannerText } from './banner.ts'
import type { Terminal } from './terminal.ts'

export class Call {
  readonly terminal: Terminal
  readonly words: readonly string[]
  /** How the command is called, for who called it otherwise. */
  readonly usage: string
  readonly resolved: Resolved
  readonly json: boolean
  /** Colours of the output. */
  readonly paint: Paint
  readonly #options: Arguments['options']
  #hasBanner = false

  constructor(
    terminal: Terminal,
    { words, options, usage }: Arguments & { readonly usage: string },
    resolved: Resolved,
  ) {
    this.terminal = terminal
    this.words = words
    this.usage = usage
    this.resolved = resolved
    this.#options = options
    this.json = options.has('json')
    this.paint = paintFor(terminal.isTty.out && !terminal.environment.NO_COLOR)
  }

  get settings(): Settings {
    return this.resolved.settings
  }

  has(option: string): boolean {
    return this.#options.has(option)
  }

  text(option: string): string | undefined {
    return this.#options.get(option)?.[0]
  }

  all(option: string): readonly string[] {
    return this.#options.get(option) ?? []
  }

  integer(option: string, min: number, max: number): number | undefined {
    const text = this.text(option)
    if (text === undefined) return undefined
    return readInteger(/^\d{1,12}$/.test(text) ? Number(text) : undefined, `/${option}`, min, max)
  }

  /** The word at this place, which the command cannot do without. */
  word(at: number, what: string): string {
    const word = this.words[at]
    if (word === undefined || word === '') throw usageError(`Which ${what}?`, this.#ownUsage())
    return word
  }

  /** Of a command that is a noun: how its verb is called. */
  #ownUsage(): string {
    const verb = this.words[0] ?? ''
    const lines = this.usage.split(' | ').filter((line) => line.split(' ')[2]?.split('|').includes(verb))
    return lines.length > 0 ? lines.join(' | ') : this.usage
  }

  /** The answer: one JSON document for programs, or words for people. */
  async answer(value: unknown, words: () => string): Promise<void> {
    await this.terminal.write(this.json ? `${JSON.stringify(value)}\n` : ensureLine(words()))
  }

  progress(what: string): Progress {
    const { terminal } = this
    return new Progress(what, {
      isTty: terminal.isTty.err,
      say: (text) => terminal.say(text),
      nowMs: () => terminal.nowMs(),
    })
  }

  /** Logs of a short command appear only where DEBUG asks for them. */
  async logger(): Promise<Logger | undefined> {
    return this.settings.debug === '' ? undefined : await this.terminal.logger('info', 'err')
  }

  /** In a wrong directory nothing is found, and nobody would know why. */
  #sayNewPlace(): void {
    const { database, dataDir } = this.settings
    const path = resolve(this.terminal.directory, dataDir)
    if (database === null && !existsSync(path))
      this.terminal.say(`There was no database in ${path}: a new one is made.\n`)
  }

  /**
   * Opens Belfry for the time of `work` and closes it again, also when the person interrupts: then the embedded database is
   * left as it should be. Few connections: a short command has no use for more.
   */
  async with<T>(work: (belfry: Belfry, now: Date) => Promise<T>, options: Partial<BelfryOptions> = {}): Promise<T> {
    const logger = await this.logger()
    this.#sayNewPlace()
    // A slip in --tenant must not make one.
    const few = { connectionsMax: 3, createTenant: false }
    const belfry = await this.open({ ...few, ...(logger ? { logger } : {}), ...options })
    try {
      const { now, driven } = await belfry.clock.read()
      if (driven || this.settings.clock === 'driven') this.banner(driven ? now : null)
      return await interruptible(work(belfry, now), this.terminal.signal)
    } finally {
      await belfry.close()
    }
  }

  /** Said once, whoever finds out first that time is driven. */
  banner(now: Date | null): void {
    if (!this.#hasBanner) this.terminal.say(bannerText(now))
    this.#hasBanner = true
  }

  /** The caller closes it. */
  async open(options: Partial<BelfryOptions>): Promise<Belfry> {
    const { createBelfry } = await import('../../index.ts')
    return await createBelfry({ ...libraryOptions(this.settings), actor: 'command line', ...options })
  }
}

export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** What is under way when somebody interrupts may fail when the connections close; nobody waits for it any more. */
export async function interruptible<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {})
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new Interrupted('Interrupted.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  return await Promise.race([work, interrupted])
}

function ensureLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
