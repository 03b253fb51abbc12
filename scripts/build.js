// Builds dist/ from src/ and web/: the compiler for the code, a copy for what the code reads at run time (the .sql files, the style
// and the script of the reference page, and the service worker).
// With --if-stale it does nothing when dist/ is newer than every source, so that `npm start` and `npm test` also
// work after `npm ci --ignore-scripts`, which never runs `prepare`.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'dist', '.built')
const sources = ['src', 'web', 'migrations', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const isFresh =
  existsSync(stamp) && Math.max(...sources.map((path) => newest(join(root, path)))) <= statSync(stamp).mtimeMs
if (!process.argv.includes('--if-stale') || !isFresh) {
  // Built beside, then swapped in: a process that is just starting from dist/ never sees half of it.
  const fresh = join(root, `dist.${process.pid}`)
  const old = join(root, `dist.${process.pid}.old`)
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const arguments_ = [join(dirname(compiler), 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json'), '--outDir', fresh]
  try {
    execFileSync(process.execPath, arguments_, { stdio: 'inherit' })
    cpSync(join(root, 'src', 'storage', 'sql'), join(fresh, 'storage', 'sql'), { recursive: true })
    for (const name of ['reference.css', 'reference.js'])
      cpSync(join(root, 'src', 'http', 'reference', name), join(fresh, 'http', 'reference', name))
    cpSync(join(root, 'web', 'service-worker'), join(fresh, 'web', 'service-worker'), { recursive: true })
    // npm makes a program executable when it installs a package, and not in a clone.
    chmodSync(join(fresh, 'cli', 'main.js'), 0o755)
    writeFileSync(join(fresh, '.built'), '')
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
    renameSync(fresh, join(root, 'dist'))
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}
