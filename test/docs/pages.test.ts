// The examples in the pages are run. A block that nothing can run is listed here, with the reason.

import pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import * as library from '../../src/index.ts'
import { type Fence, fencesOf, pagesUnder } from './fences.ts'
import { Page } from './page.ts'
import { Stage } from './stage.ts'

/** Blocks about the feed run where there is one. */
const feedIsHere = 'eventTypes' in library

/** Beginnings of blocks that nothing here can run, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start':
    'installs and starts what the tests themselves run; test/integration/cli-embedded.test.ts does the rest',
  'npm run proof': 'takes minutes; test/chaos runs its short form',
  'belfry backup': 'writes a file; test/integration/backup.test.ts does it',
  'belfry export': 'writes a file; its tests do it',
  'for name in BELFRY_OPERATOR_KEY': 'Docker is not here; test/packaging.test.ts checks the files',
  'docker ': 'Docker is not here; test/packaging.test.ts checks the files',
  'git pull && docker': 'Docker is not here',
  'sudo ': 'needs a machine of its own',
  'node --import ./instrumentation.mjs':
    'needs packages that Belfry does not depend on; test/observe runs spans with a recorder',
}

/** Of these pages; the other guides show calls of the library, and examples/ has them as programs. */
const pages = [
  'README.md',
  'docs/guides/http.md',
  'docs/guides/client.md',
  'docs/guides/templates.md',
  'docs/guides/meetings.md',
  ...pagesUnder('docs/operating'),
]

function isRun({ text }: Fence): boolean {
  return !Object.keys(notRun).some((beginning) => text.startsWith(beginning))
}

function isAboutFeed(fence: Fence | undefined): boolean {
  return fence !== undefined && /\/v1\/events|^event: /m.test(fence.text)
}

let close: () => Promise<void> = async () => {}
afterEach(() => close())

async function openStage(): Promise<Stage> {
  const stage = await Stage.open()
  close = () => stage.close()
  return stage
}

/** Commands, and what the page shows as their answers. */
function stepsOf(path: string): Fence[] {
  const steps: Fence[] = []
  let before: Fence | undefined
  for (const fence of fencesOf(path)) {
    const isAnswer = ['json', 'http', 'text'].includes(fence.language) && before !== undefined
    const isCommand = fence.language === 'sh' && isRun(fence)
    const isLeftOut = !feedIsHere && (isAboutFeed(fence) || (isAnswer && isAboutFeed(before)))
    before = isCommand || isAnswer ? fence : undefined
    if (before && !isLeftOut) steps.push(fence)
  }
  return steps
}

it.each(pages.filter((path) => stepsOf(path).length > 0))(
  '%s does what it shows',
  async (path) => {
    const stage = await openStage()
    const page = new Page(stage)
    for (const fence of stepsOf(path)) {
      if (isAboutFeed(fence)) await othersAreDone()
      await page.run(fence).catch((error: Error) => {
        throw new Error(`${fence.place}: ${error.message}`)
      })
    }
  },
  90_000,
)

/** The feed shows what is older than every open transaction of the server, and other tests have theirs. */
async function othersAreDone(): Promise<void> {
  const sql = new pg.Client({ connectionString: inject('databaseUrl') })
  await sql.connect()
  try {
    const { rows } = await sql.query('select pg_current_xact_id()::text as xid')
    const isPast = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past'
    await expect.poll(async () => (await sql.query(isPast, [rows[0].xid])).rows[0].past, { timeout: 50_000 }).toBe(true)
  } finally {
    await sql.end()
  }
}

it('what the README schedules is seen to ring', async () => {
  const stage = await openStage()
  const page = new Page(stage)
  for (const fence of stepsOf('README.md')) await page.run(fence)
  await stage.rings('PT10S', /me {2}Stand up\n/)
  await stage.rings('PT0S', /ana {2}Call mom\n/)
})
