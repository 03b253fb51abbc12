// Builds dist/ from src/ and web/: the compiler for the code, Vite for the pages, a copy for what the code reads at run time (the
// .sql files, the style and the script of the reference page, and the service worker).
// With --if-stale it does nothing when dist/ is newer than every source, so that `npm start` and `npm test` also
// work after `npm ci --ignore-scripts`, which never runs `prepare`.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'dist', '.built')
const sources = ['src', 'web', 'migrations', 'package.json', 'tsconfig.json', 'tsconfig.build.json']

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** The dashboard and the inbox page; and the element, one file for other sites, by the same configuration in the mode `inbox`. */
async function buildPages(outDir) {
  // Only now: where only what runs is installed there is no Vite, and a dist/ that is fresh.
  const { build } = await import('vite')
  for (const mode of ['production', 'inbox'])
    await build({
      root: join(root, 'web'),
      configFile: join(root, 'web', 'vite.config.ts'),
      // Nothing is written beside the sources while the configuration is read.
      configLoader: 'runner',
      mode,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: false },
    })
  pack(outDir)
}

/** Beside what is worth it, the same packed: once here, as well as can be, and never while somebody waits. */
function pack(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) pack(path)
    else if (/\.(js|css|html|svg)$/.test(entry.name) && statSync(path).size > 1_024) {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    }
  }
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
    await buildPages(join(fresh, 'web'))
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
