// What the pages run on: a server as a process of its own, on a database of its own, with a clock that stands at a moment the
// pages know, and a channel whose outcome nobody can know.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine, type Ended, type Started } from '../integration/command-line.ts'

/** The morning of the pages: nine o'clock in Paris. */
const morning = '2031-12-01T08:00:00Z'

const pager = `export default {
  channels: [{ name: 'pager', idempotent: false, send: async () => ({ kind: 'unknown', reply: 'no answer' }) }],
}
`

export class Stage {
  readonly #database: TestDatabase
  readonly #cli: CommandLine
  readonly #server: Started
  readonly url: string
  /** What the first start printed. */
  readonly operatorKey: string

  private constructor(database: TestDatabase, cli: CommandLine, server: Started, said: string) {
    this.#database = database
    this.#cli = cli
    this.#server = server
    this.url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
    this.operatorKey = /bf_live_\w+/.exec(said)?.[0] ?? ''
  }

  static async open(environment: Record<string, string> = {}): Promise<Stage> {
    const database = await createTestDatabase()
    const cli = new CommandLine({
      DATABASE_URL: database.url,
      BELFRY_CLOCK: 'driven',
      BELFRY_CLOCK_FORCE: 'true',
      ...environment,
    })
    writeFileSync(join(cli.directory, 'belfry.config.js'), pager)
    const server = cli.start(['serve', '--port', '0', '--rings'])
    let said = ''
    server.process.stderr?.on('data', (text: string) => {
      said += text
    })
    await server.says('Belfry runs on')
    const stage = new Stage(database, cli, server, said)
    const set = await stage.ask('POST', '/v1/clock', { set: morning })
    if (!set.ok) throw new Error(`The clock was not set: ${set.status}`)
    return stage
  }

  async ask(method: string, path: string, body: unknown): Promise<Response> {
    return await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.operatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** The address that the pages write, as it is here. */
  here(text: string): string {
    return text.replaceAll('http://127.0.0.1:4700', this.url)
  }

  async command(words: readonly string[]): Promise<Ended> {
    return await this.#cli.run(words)
  }

  /** Lets time pass, and waits until the server has shown it ring. */
  async rings(after: string, line: RegExp): Promise<void> {
    const moved = await this.ask('POST', '/v1/clock', { advance: after })
    if (!moved.ok) throw new Error(`The clock was not moved: ${moved.status}`)
    await this.#server.says(line)
  }

  async close(): Promise<void> {
    await this.#server.stop()
    await this.#cli.close()
    await this.#database.drop()
  }
}
