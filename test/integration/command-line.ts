// The program `belfry` as it is built, run as people run it: as a process of its own, in an empty directory. Or, where the process
// is not what is tested, the same inside this one, which takes a tenth of the time.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/program/run.ts'
import type { Terminal } from '../../src/cli/program/terminal.ts'
import { silentLogger } from '../../src/log.ts'

export const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves with all that was said when the text appears on either stream; rejects when the process ends without it. */
  says(text: string | RegExp): Promise<string>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

export class CommandLine {
  readonly directory = mkdtempSync(join(tmpdir(), 'belfry-cli-'))
  readonly #environment: Record<string, string>
  readonly #started = new Set<Started>()

  constructor(environment: Record<string, string> = {}) {
    this.#environment = { PATH: process.env.PATH ?? '', HOME: this.directory, TZ: 'Europe/Paris', ...environment }
  }

  start(words: readonly string[], environment: Record<string, string> = {}): Started {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: this.directory,
      env: { ...this.#environment, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
        child.emit('said')
      })
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, ...texts }))
    })
    const started: Started = {
      process: child,
      ended,
      says: (text) => saying(child, ended, texts, text),
      stop(signal = 'SIGTERM') {
        child.kill(signal)
        return ended
      },
    }
    this.#started.add(started)
    ended.finally(() => this.#started.delete(started)).catch(() => {})
    return started
  }

  async run(words: readonly string[], { environment = {}, input = '' }: RunOptions = {}): Promise<Ended> {
    const started = this.start(words, environment)
    started.process.stdin?.end(input)
    return await started.ended
  }

  async inside(
    words: readonly string[],
    { environment = {}, input = '', isTty = false }: InsideOptions = {},
  ): Promise<Ended> {
    const said = { stdout: '', stderr: '' }
    const terminal: Terminal = {
      environment: { ...this.#environment, ...environment },
      directory: this.directory,
      timezone: 'Europe/Paris',
      stdin: (async function* () {
        yield Buffer.from(input)
      })(),
      isTty: { out: isTty, err: isTty },
      columns: 100,
      signal: new AbortController().signal,
      async write(text) {
        said.stdout += text
      },
      say(text) {
        said.stderr += text
      },
      nowMs: () => performance.now(),
      wallMs: () => Date.now(),
      logger: async () => silentLogger,
    }
    return { code: await run(words, terminal), ...said }
  }

  /** What it answers to a program, inside this process; fails where it does not end well. */
  async json<T>(words: readonly string[], options: RunOptions = {}): Promise<T> {
    const { code, stdout, stderr } = await this.inside([...words, '--json'], options)
    if (code !== 0) throw new Error(`belfry ${words.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  async close(): Promise<void> {
    await Promise.all([...this.#started].map((started) => started.stop()))
    rmSync(this.directory, { recursive: true, force: true })
  }
}

export interface RunOptions {
  readonly environment?: Record<string, string>
  readonly input?: string
}

export interface InsideOptions extends RunOptions {
  /** Does a person read it? */
  readonly isTty?: boolean
}

function saying(
  child: ChildProcess,
  ended: Promise<Ended>,
  texts: { stdout: string; stderr: string },
  wanted: string | RegExp,
): Promise<string> {
  const said = () => `${texts.stdout}\n${texts.stderr}`
  const isThere = () => {
    const all = said()
    return typeof wanted === 'string' ? all.includes(wanted) : wanted.test(all)
  }
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isThere()) return
      child.off('said', look)
      resolve(said())
    }
    child.on('said', look)
    ended.then(
      () => (isThere() ? resolve(said()) : reject(new Error(`It ended without saying ${wanted}: ${texts.stderr}`))),
      reject,
    )
    look()
  })
}
