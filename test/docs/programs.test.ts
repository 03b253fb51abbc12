// Blocks that are programs, or parts of one: the client guide is compiled against the package and run as a whole, the verbs of the
// README are called one after the other, and configuration files are read by the program that they are for.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Belfry } from '../../src/index.ts'
import { createTestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase } from '../database.ts'
import { CommandLine } from '../integration/command-line.ts'
import { type Fence, fencesOf, root } from './fences.ts'
import { Stage } from './stage.ts'

const run = promisify(execFile)
const textsOf = (fences: readonly Fence[], language: string) =>
  fences.filter((fence) => fence.language === language).map(({ text }) => text)

it('the client guide is a program, and prints what it shows', async () => {
  const fences = fencesOf('docs/guides/client.md')
  const stage = await Stage.open()
  try {
    const environment = { BELFRY_URL: stage.url, BELFRY_KEY: stage.operatorKey }
    const said = await compileAndRun(textsOf(fences, 'ts').join('\n'), environment)
    expect(said).toEqual(textsOf(fences, 'text').flatMap((text) => text.split('\n')))
  } finally {
    await stage.close()
  }
})

/** Against the package; answers the lines that it prints. */
async function compileAndRun(program: string, environment: Record<string, string>): Promise<string[]> {
  await mkdir(join(root, 'tmp'), { recursive: true })
  const home = await mkdtemp(join(root, 'tmp', 'guide-'))
  try {
    await writeFile(join(home, 'guide.ts'), program)
    const compilerOptions = { rootDir: '.', outDir: 'out', noEmit: false }
    await writeFile(
      join(home, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['guide.ts'] }),
    )
    const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
    await run(process.execPath, [tsc, '-p', home])
    const { stdout } = await run(process.execPath, [join(home, 'out', 'guide.js')], {
      env: { PATH: process.env.PATH, ...environment },
    })
    return stdout.trimEnd().split('\n')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** What the page leaves to the reader. Nothing is due and no worker runs, so no mail goes out; `fetch` goes nowhere. */
const useOfChannels = `
console.log(belfry.channels.list().find(({ name }) => name === 'email')?.mode)
await belfry.close()
globalThis.fetch = async (to, init) => {
  console.log(String(to), init?.body)
  return new Response(null, { status: init?.body === 'Stand up' ? 202 : 400 })
}
const message = { title: 'Stand up' } as Parameters<typeof pager.send>[0]
console.log(JSON.stringify(await pager.send(message, new AbortController().signal)))
console.log(JSON.stringify(await pager.send({ ...message, title: 'no' }, new AbortController().signal)))
`

it('the programs of the page about channels work as they are written', async () => {
  const database = await createTestDatabase()
  try {
    const program = [...textsOf(fencesOf('docs/channels.md'), 'ts'), useOfChannels].join('\n')
    expect(await compileAndRun(program, { DATABASE_URL: database.url })).toEqual([
      'active',
      'https://pager.example.com/send Stand up',
      '{"kind":"delivered"}',
      'https://pager.example.com/send no',
      '{"kind":"refused","reply":"400"}',
    ])
  } finally {
    await database.drop()
  }
})

it('the guide about reaching people works as it is written', async () => {
  const database = await createTestDatabase()
  const { belfry, close } = await createTestBelfry({ database: database.url, now: '2031-01-01T00:00:00Z' })
  try {
    const [ladder = '', ...others] = textsOf(fencesOf('docs/guides/recipients.md'), 'ts')
    await asProgram([ladder])(belfry)
    expect((await belfry.recipients.get('ana'))?.channels).toHaveLength(3)
    await asProgram(others)(belfry)
    expect(await belfry.recipients.get('ana')).toMatchObject({ fallback: 'email', suspended: {} })
  } finally {
    await close()
    await database.drop()
  }
})

it('the verbs of the README work as they are written', async () => {
  // The first block is a program of its own (test/integration/examples.test.ts); one shows a field and is no statement.
  const [, ...blocks] = textsOf(fencesOf('README.md'), 'ts').filter((text) => !text.startsWith('channels:'))
  const database = await createTestDatabase()
  const { belfry, close } = await createTestBelfry({ database: database.url, now: '2031-01-01T00:00:00Z' })
  try {
    for (const id of ['ana', 'bo']) await belfry.recipients.put({ id, timezone: 'Europe/Paris' })
    const entity = { type: 'note', id: '1' }
    const at = '2031-06-01T09:00:00'
    const upTo10000 = [{ entity: { type: 'note', id: '2' }, recipient: 'ana', at }]
    await makeTasks(database.url)
    let mails = 0
    const sendMail = async () => void mails++
    await asProgram(blocks)(belfry, entity, at, upTo10000, sendMail)
    expect(mails).toBe(1)
  } finally {
    await close()
    await database.drop()
  }
})

/** The reader's own table. */
async function makeTasks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table public.tasks (id integer primary key, title text, due_date timestamptz, owner text)`)
  await client.end()
}

type Program = (
  belfry: Belfry,
  entity?: object,
  at?: string,
  upTo10000?: readonly object[],
  sendMail?: () => Promise<void>,
) => Promise<void>

/** The blocks share their names, as they do for whoever reads them. */
function asProgram(blocks: readonly string[]): Program {
  const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => Program
  return new AsyncFunction('belfry', 'entity', 'at', 'upTo10000', 'sendMail', blocks.join('\n'))
}

it('configuration files are read as they are written', async () => {
  const fences = fencesOf('docs/operating/configuration.md')
  const cli = new CommandLine()
  try {
    const [json = ''] = textsOf(fences, 'json')
    const file = join(cli.directory, 'a.json')
    await writeFile(file, json)
    const { settings } = await cli.json<{ settings: { name: string; value: unknown; source: string }[] }>([
      'config',
      '--config',
      file,
    ])
    const ofFile = settings.filter(({ source }) => source === 'file')
    expect(Object.fromEntries(ofFile.map(({ name, value }) => [name, value]))).toEqual(JSON.parse(json))
  } finally {
    await cli.close()
  }
})
