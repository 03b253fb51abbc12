// `npm run proof`: compiles test/proof into a temporary directory (Node 20 does not run TypeScript) and runs it there
// against a copy of dist/. Nothing is written into the repository.
//
//   npm run proof                        everything at full size, then the sabotaged builds; about fifteen minutes
//   npm run proof -- --short             the sizes of the test suite
//   npm run proof -- --only kills,frozen some scenarios; `sabotage` is the sabotaged builds
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

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
process.exitCode = await main({ root, words: process.argv.slice(2), say: (line) => console.log(line) })
