// `npm run proof`: compiles test/proof into a temporary directory (Node 20 does not run TypeScript) and runs it there
// against a copy of dist/. Nothing is written into the repository.
//
//   npm run proof                        everything at full size, then the sabotaged builds, then the suite's races; about twenty minutes
//   npm run proof -- --short             the sizes of the test suite
//   npm run proof -- --only kills,frozen some scenarios; `sabotage` is the sabotaged builds, `suite` the suite's races
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startVitest } from 'vitest/node'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'belfry-harness-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const project = join(root, 'test', 'proof', 'tsconfig.json')
execFileSync(process.execPath, [compiler, '-p', project, '--outDir', work], { stdio: 'inherit' })
cpSync(join(root, 'test', 'proof', 'processes'), join(work, 'processes'), { recursive: true })
cpSync(join(root, 'package.json'), join(work, 'package.json'))
symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'), 'dir')
const { main } = await import(pathToFileURL(join(work, 'main.js')).href)
const words = process.argv.slice(2)
process.exitCode = await main({ root, words, say: (line) => console.log(line) })
if (!words.includes('--short') && (!words.includes('--only') || words.join().includes('suite'))) await playSuite()

/** What the suite plays a part of (test/size.ts), in the numbers that are promised. */
async function playSuite() {
  const files = [
    'test/channels/telegram-once.test.ts',
    ...['alarms-crons', 'contract', 'cron-scenarios', 'meeting-races'].map((name) => `test/http/${name}.test.ts`),
    ...[
      'cleanup',
      'email-once',
      'hold',
      'ledger-engine',
      'meeting-cancels',
      'meeting-races',
      'web-push',
      'webhooks',
    ].map((name) => `test/integration/${name}.test.ts`),
    ...['meetings', 'model'].map((name) => `test/model/${name}.test.ts`),
    'src/bot/language/parse.test.ts',
    'src/time/civil-time.test.ts',
  ]
  const vitest = await startVitest('test', files, {
    root,
    watch: false,
    testTimeout: 600_000,
    provide: { isProof: true },
  })
  if (vitest.state.getCountOfFailedTests() > 0) process.exitCode = 1
  await vitest.close()
}
