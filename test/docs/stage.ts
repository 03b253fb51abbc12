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

/** What is not Belfry's. */
export interface World {
  readonly environment?: Record<string, string>
  /** Who stands in here for a server that a page names. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** As processes of their own, or inside this one: where a page has many, that takes a tenth of the time. */
  readonly commands?: 'run' | 'inside'
  /** Keys that somebody else has issued. */
  readonly given?: readonly string[]
}

type Serving = readonly [server: Started, said: string]

async function serve(cli: CommandLine, environment: Record<string, string> = {}): Promise<Serving> {
  const server = cli.start(['serve', '--port', '0', '--rings'], environment)
  let said = ''
  server.process.stderr?.on('data', (text: string) => {
    said += text
  })
  await server.says('Belfry runs on')
  return [server, said]
}

function addressIn(said: string): string {
  return /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
}

export class Stage {
  readonly #database: TestDatabase
  readonly #cli: CommandLine
  readonly #world: World
  #server: Started
  #url: string
  /** What the first start printed. */
  readonly operatorKey: string

  private constructor(database: TestDatabase, cli: CommandLine, world: World, [server, said]: Serving) {
    this.#database = database
    this.#cli = cli
    this.#world = world
    this.#server = server
    this.#url = addressIn(said)
    this.operatorKey = /bf_live_\w+/.exec(said)?.[0] ?? ''
  }

  static async open(world: World = {}): Promise<Stage> {
    const database = await createTestDatabase()
    const cli = new CommandLine({
      DATABASE_URL: database.url,
      BELFRY_CLOCK: 'driven',
      BELFRY_CLOCK_FORCE: 'true',
      ...world.environment,
    })
    writeFileSync(join(cli.directory, 'belfry.config.js'), pager)
    const stage = new Stage(database, cli, world, await serve(cli))
    const set = await stage.ask('POST', '/v1/clock', { set: morning })
    if (!set.ok) throw new Error(`The clock was not set: ${set.status}`)
    return stage
  }

  get url(): string {
    return this.#url
  }

  /** What the reader has from elsewhere, and copies. */
  get given(): readonly string[] {
    return this.#world.given ?? []
  }

  async ask(method: string, path: string, body: unknown): Promise<Response> {
    return await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.operatorKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** The addresses that the pages write, as they are here. */
  here(text: string): string {
    const places = Object.entries({ ...this.#world.elsewhere, 'http://127.0.0.1:4700': this.url })
    return places.reduce((changed, [there, here]) => changed.replaceAll(there, here), text)
  }

  /** `serve` is the server from then on, with what this terminal has set. */
  async command(words: readonly string[], variables: ReadonlyMap<string, string>): Promise<Ended> {
    const environment = Object.fromEntries([...variables].map(([name, value]) => [name, this.here(value)]))
    for (const [name, value] of Object.entries(environment))
      if (/_URL$/.test(name) && name !== 'BELFRY_PUBLIC_URL' && !/[/@]127\.0\.0\.1[:/]/.test(value))
        throw new Error(`${name} leads out of this machine: ${value}`)
    if (words[0] !== 'serve') return await this.#cli[this.#world.commands ?? 'run'](words, { environment })
    await this.#server.stop()
    const [server, said] = await serve(this.#cli, environment)
    this.#server = server
    this.#url = addressIn(said)
    return { code: 0, stdout: '', stderr: said }
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
