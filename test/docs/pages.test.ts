// The examples in the pages are run. A block that nothing can run is listed here, with the reason.

import pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import * as library from '../../src/index.ts'
import { scriptedSmtp } from '../channels/scripted-smtp.ts'
import { sendgridServer } from '../channels/sendgrid-server.ts'
import { sendgridSigning } from '../channels/sendgrid-signing.ts'
import { openTelegram } from '../channels/telegram-server.ts'
import { type Fence, fencesOf, pagesUnder } from './fences.ts'
import { Page } from './page.ts'
import { Stage, type World } from './stage.ts'

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

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openStage(world: World = {}): Promise<Stage> {
  const stage = await Stage.open(world)
  closing.push(() => stage.close())
  return stage
}

/** Commands, and what the page shows as their answers. */
function stepsOf(path: string): Fence[] {
  const steps: Fence[] = []
  let before: Fence | undefined
  for (const fence of fencesOf(path)) {
    const isAnswer = ['json', 'http', 'text'].includes(fence.language) && before?.section === fence.section
    const isCommand = fence.language === 'sh' && isRun(fence)
    const isLeftOut = !feedIsHere && (isAboutFeed(fence) || (isAnswer && isAboutFeed(before)))
    before = isCommand || isAnswer ? fence : undefined
    if (before && !isLeftOut) steps.push(fence)
  }
  return steps
}

it.each(pages.filter((path) => stepsOf(path).length > 0))('%s does what it shows', async (path) => {
  await runPage(path, await openStage())
})

/** `ownTerminals`: under each heading nothing is set yet. */
async function runPage(path: string, stage: Stage, { ownTerminals = false } = {}): Promise<void> {
  const page = new Page(stage)
  let section = ''
  for (const fence of stepsOf(path)) {
    if (ownTerminals && fence.section !== section) page.openTerminal()
    section = fence.section
    if (isAboutFeed(fence)) await othersAreDone()
    await page.run(fence).catch((error: Error) => {
      throw new Error(`${fence.place}: ${error.message}`)
    })
  }
  page.end()
}

/** The providers stand in for those that the page names: what it tests is sent, and nothing leaves this machine. */
it('docs/channels.md sets up what it shows', async () => {
  const [smtp, sendgrid, telegram] = [await scriptedSmtp(), await sendgridServer(), await openTelegram()]
  closing.push(smtp.close, sendgrid.close, telegram.close)
  const stage = await openStage({
    commands: 'inside',
    environment: {
      BELFRY_SENDGRID_URL: sendgrid.url,
      BELFRY_TELEGRAM_URL: telegram.url,
      BELFRY_ALLOWED_TARGETS: '127.0.0.1',
      BELFRY_ENCRYPTION_KEY: 'a key for tests, which has to be long',
    },
    elsewhere: { 'smtps://user:password@mail.example.com': `smtp://127.0.0.1:${smtp.port}` },
    given: ['SG.a-key', sendgridSigning().eventKey, '123456:ABCdefGHIjklMNOpqrSTUvwxYZ123456789'],
  })
  await runPage('docs/channels.md', stage, { ownTerminals: true })
  // The bot asks who it is, too.
  const messages = telegram.calls.filter(({ path }) => path.endsWith('/sendMessage'))
  expect([smtp.received.length, sendgrid.received.length, messages.length]).toEqual([1, 1, 1])
})

/** The feed shows what is older than every open transaction of the server, and other tests have theirs. */
async function othersAreDone(): Promise<void> {
  const sql = new pg.Client({ connectionString: inject('databaseUrl') })
  await sql.connect()
  try {
    const { rows } = await sql.query('select pg_current_xact_id()::text as xid')
    const isPast = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past'
    await expect.poll(async () => (await sql.query(isPast, [rows[0].xid])).rows[0].past).toBe(true)
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
