// Child processes of the proof: started, listened to, and each ended by its own pid, whatever happens.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

export type Said = Readonly<Record<string, unknown>>

export class Child {
  readonly pid: number
  readonly exited: Promise<number | null>
  #process: ChildProcess
  #listeners = new Set<(said: Said) => void>()
  #errors = ''
  #isOver = false

  constructor(program: string, argument: object) {
    const file = fileURLToPath(new URL(`./processes/${program}.js`, import.meta.url))
    const { NODE_OPTIONS: _, ...env } = process.env
    this.#process = spawn(process.execPath, [file, JSON.stringify(argument)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env,
    })
    this.pid = this.#process.pid ?? 0
    this.#process.stderr?.on('data', (text) => {
      this.#errors = (this.#errors + text).slice(-2_000)
    })
    this.#process.on('message', (said) => {
      for (const listener of this.#listeners) listener(said as Said)
    })
    // A pipe that breaks under a killed child is no error of the proof.
    this.#process.on('error', () => {})
    this.exited = new Promise((resolve) =>
      this.#process.once('exit', (code) => {
        this.#isOver = true
        resolve(code)
      }),
    )
  }

  get isOver(): boolean {
    return this.#isOver
  }

  listen(listener: (said: Said) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The next message that has the given field; a child that ends first is an error with what it wrote. */
  async says(field: string): Promise<Said> {
    let end = () => {}
    const said = new Promise<Said>((resolve) => {
      end = this.listen((message) => field in message && resolve(message))
    })
    const over = this.exited.then((code) => {
      throw new Error(`a child ended (${code}) before it said "${field}": ${this.#errors.trim()}`)
    })
    try {
      return await Promise.race([said, over])
    } finally {
      end()
      over.catch(() => {})
    }
  }

  tell(message: object): void {
    if (this.#process.connected) this.#process.send(message, () => {})
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.#isOver) process.kill(this.pid, signal)
  }

  /** SIGSTOP, and not before the kernel says so: until then it may still send. */
  async freeze(): Promise<void> {
    this.signal('SIGSTOP')
    const stat = `/proc/${this.pid}/stat`
    if (!existsSync(stat)) return
    await until('the process is stopped', () => / T /.test(readFileSync(stat, 'utf8')), { everyMs: 1 })
  }

  /** SIGTERM: a worker finishes what it has in flight, and writes every result, before it ends. Answers its exit code. */
  async stopped(): Promise<number | null> {
    this.signal('SIGTERM')
    return await this.exited
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.exited
  }
}
