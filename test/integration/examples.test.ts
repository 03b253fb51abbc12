// Examples are programs: each is compiled against the package as it would be installed, and run by itself.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../database.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const examples = join(root, 'examples')
/** A copy of the package inside the project, so that node finds its dependencies; `dist` is what the source is now. */
let home: string

beforeAll(async () => {
  await mkdir(join(root, 'tmp'), { recursive: true })
  home = await mkdtemp(join(root, 'tmp', 'examples-'))
  for (const part of ['package.json', 'migrations', 'dist', 'examples'])
    await cp(join(root, part), join(home, part), { recursive: true })
  await compileExamples()
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function compileExamples(): Promise<void> {
  const config = join(home, 'tsconfig.examples.json')
  const compilerOptions = { rootDir: 'examples', outDir: 'examples', noEmit: false }
  // Where it writes to would be left out.
  const all = { include: ['examples'], exclude: [] }
  await writeFile(config, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, ...all }))
  const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
  await run(process.execPath, [tsc, '-p', config])
}

async function output(example: string, env: Record<string, string>): Promise<string[]> {
  const program = join(home, 'examples', example.replace(/ts$/, 'js'))
  const { stdout, stderr } = await run(process.execPath, [program], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  expect(stderr).toBe('')
  return stdout.trimEnd().split('\n')
}

const expected: Record<string, readonly string[]> = {
  'first-reminder.ts': ['ana: Call mom'],
  'meeting.ts': [
    'created 6',
    'moved 6',
    'ana: 24h_before',
    'bo: 24h_before',
    'called off: 4 will not ring, 2 had rung',
  ],
  'repeats.ts': [
    '2031-03-30T03:30: 02:30 does not exist, 03:30',
    '2031-03-31T02:30',
    'rang 2 times',
    'done after 2',
    'not at 23:00 but at 2031-03-31T05:00:00.000Z',
  ],
  'switching.ts': [
    'Would import 2 of 5',
    'Job 5: There is no such recipient. (at /recipientId) Accepted: a recipient made by recipients.put before the import, or the option createRecipients: true.',
    'Sent before 1, to come 2, cancelled 1',
    'Job 2 was due at 2029-12-31T23:00:00.000Z: not rung',
    'Run again: 0 imported, 4 already there',
    'Rang: planning for ana',
    'Rang: lunch for bo',
  ],
  'task-table.ts': [
    'Until nine:',
    '09:00 ana: due_soon, Pay the rent',
    'The car is to be sold tomorrow already, and the bank has to wait:',
    '10:00 bo: due_soon, Sell the car',
    'Nobody is there for four days:',
    '12:30 bo: overdue, Call the bank',
    'Tasks that were reminded of: 3',
  ],
  'trigger.ts': ['Flight BF1, 24h_before: 2031-12-02T12:00:00.000Z', 'Flight BF1, 2h_before: 2031-12-03T10:00:00.000Z'],
  'your-transaction.ts': [
    'Not booked: Sauna (card refused)',
    'Booked: Concert',
    'To ana: Concert is in an hour',
    'Bookings: Concert',
  ],
  'page-alarms/reading-list.ts': [
    'rang 3, at 3 different moments',
    'changed memory; deleted rome, tea',
    '2031-03-02 10:00:00  The art of memory',
    '2031-03-04 10:00:00  The art of memory',
    '2031-03-08 10:00:00  The art of memory',
    '2031-03-16 10:00:00  The art of memory',
    '2031-04-01 10:00:00  The art of memory',
    'count 7, next 2031-05-03 10:00:00',
    'more often: count 1, next 2031-04-02 11:00:00',
    '2031-04-02 11:00:00  The art of memory',
    '2031-04-03 11:00:00  The art of memory',
    '2031-04-05 11:00:00  The art of memory',
    'done: not any more',
  ],
  'ledger/meeting.ts': ['To user-456: your meeting is tomorrow', 'Sent: 24h to user-456'],
  'ledger/check-in.ts': [
    '2031-W01-1: time for your check-in of 2031-W01',
    '2031-W02-1: time for your check-in of 2031-W02',
    '2031-W03-1: time for your check-in of 2031-W03',
    'client-1 got 3 reminders',
  ],
  'ledger/workout.ts': [
    'Failed: the push service is down',
    'Open: WORKOUT leg-day is unknown',
    'Released: true',
    "{ sent: true, value: 'delivered' }",
    "{ sent: false, why: 'already_sent' }",
  ],
  'ledger/meal-plan.ts': [
    'The first run sends 500',
    'The second run sends 0',
    'client-3 was reminded: true',
    'Cleaned up 0 records older than 90 days',
  ],
}

it('are all here', async () => {
  const files = await readdir(examples, { recursive: true })
  const programs = files.filter((file) => file.endsWith('.ts')).map((file) => relative('.', file).split(sep).join('/'))
  expect(programs.sort()).toEqual(Object.keys(expected).sort())
})

it.each(Object.entries(expected))('%s does what it says', async (example, lines) => {
  const database = await createTestDatabase()
  try {
    expect(await output(example, { DATABASE_URL: database.url })).toEqual(lines)
  } finally {
    await database.drop()
  }
})

it('first-reminder.ts runs without any database given, on one of its own', async () => {
  expect(await output('first-reminder.ts', {})).toEqual(expected['first-reminder.ts'])
})

it('the README opens with the first one, word for word', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, block] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  expect(block).toBe(await readFile(join(examples, 'first-reminder.ts'), 'utf8'))
})
