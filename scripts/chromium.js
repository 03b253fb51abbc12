// Finds a Chromium for the tests of the pages, or gets one: as root Debian's package; without root the same package and what it
// needs, unpacked into a cache folder; elsewhere Playwright's own download. `npm test` runs it first. It ends with words about what
// to do where nothing worked, so that no test is left out silently.
//
// Most tests take Chromium's headless shell where Debian has it: the same engine without a browser's own windows, which takes half the
// processor time (10 tests of the page Upcoming: 13 instead of 30 s). It shows no notifications, so that Chromium itself is needed, too.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellName = 'chromium-headless-shell'
const packages = ['chromium', shellName, 'fonts-liberation']

/** Where a Chromium is, and what it needs to run; null: there is none. */
export function findChromium() {
  return findInstalled(names) ?? findUnpacked('chromium') ?? findPlaywrights()
}

/** The headless shell; null: there is none, and Chromium does what it would do. */
export function findShell() {
  return findInstalled([shellName]) ?? findUnpacked(shellName)
}

function findInstalled(wanted) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const executablePath = folders.flatMap((folder) => wanted.map((name) => join(folder, name))).find(isProgram)
  return executablePath ? { executablePath, env: {} } : null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function cacheFolder() {
  const home = process.env.XDG_CACHE_HOME ?? (existsSync(homedir()) ? join(homedir(), '.cache') : tmpdir())
  return join(home, 'belfry', 'chromium')
}

/** Libraries are looked for beside it, before those of the machine. */
function findUnpacked(name) {
  const root = join(cacheFolder(), 'root')
  const executablePath = join(root, 'usr', 'lib', 'chromium', name)
  if (!existsSync(join(cacheFolder(), 'complete')) || !isProgram(executablePath)) return null
  const libraries = readdirSync(join(root, 'usr', 'lib'))
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap((folder) => [join(root, 'usr', 'lib', folder), join(root, 'lib', folder)])
  const path = [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return { executablePath, env: { LD_LIBRARY_PATH: path, FONTCONFIG_PATH: join(root, 'etc', 'fonts') } }
}

function findPlaywrights() {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const executablePath = chromium.executablePath()
  return isProgram(executablePath) ? { executablePath, env: {} } : null
}

/** The first way that works. */
export function getChromium() {
  const failures = []
  for (const [way, get] of [
    ["Debian's package", installPackage],
    ["Debian's package, unpacked", unpackPackage],
    ["Playwright's download", downloadPlaywrights],
  ]) {
    process.stderr.write(`There is no Chromium yet; trying ${way} (some 500 MB on disk) …\n`)
    try {
      get()
      const found = findChromium()
      if (found && runs(found)) return found
      failures.push(`${way}: it is there, and does not run`)
    } catch (error) {
      failures.push(`${way}: ${lastLine(error)}`)
    }
  }
  throw new Error(
    `The pages are tested in a real Chromium, and there is none on this machine.\n  ${failures.join('\n  ')}\nInstall one (Debian, Ubuntu: apt-get install chromium; others: npx playwright-core install --with-deps chromium) and try again.`,
  )
}

/** For a machine that has Chromium already. Without it tests only take longer. */
export function getShell() {
  try {
    installPackage()
  } catch (error) {
    process.stderr.write(
      `Without ${shellName} (${lastLine(error)}) the tests of the pages take longer; Debian has it: apt-get install ${shellName}\n`,
    )
  }
}

/** What a program said last, or why it could not be run. */
function lastLine(error) {
  const lines = String(error.stderr || error.message)
    .trim()
    .split('\n')
  return lines.at(-1)
}

function installPackage() {
  if (process.getuid?.() !== 0) throw new Error('needs root')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...words) => execFileSync('apt-get', words, { stdio: ['ignore', 'ignore', 'pipe'], env: environment })
  run('-q', 'update')
  run('-qy', 'install', '--no-install-recommends', ...packages)
}

/** With lists of packages of its own: those of the machine belong to root, and may be old. */
function unpackPackage() {
  const cache = cacheFolder()
  const apt = join(cache, 'apt')
  rmSync(cache, { recursive: true, force: true })
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(apt, folder), { recursive: true })
  const places = [`Dir::State::lists=${join(apt, 'lists')}`, `Dir::Cache=${apt}`, 'Debug::NoLocking=1']
  const options = places.flatMap((place) => ['-o', place])
  const run = (...words) =>
    execFileSync('apt-get', [...options, ...words], { cwd: join(apt, 'archives'), stdio: ['ignore', 'pipe', 'pipe'] })
  run('-q', 'update')
  const plan = run('-qy', '--print-uris', '--no-install-recommends', 'install', ...packages)
  const needed = [...plan.toString().matchAll(/^'[^']+' ([^_\s]+)_(\S+)_\S+\.deb /gm)].map(
    ([, name, version]) => `${name}=${decodeURIComponent(version)}`,
  )
  run('-q', 'download', ...needed)
  const root = join(cache, 'root')
  mkdirSync(root, { recursive: true })
  for (const name of readdirSync(join(apt, 'archives')).filter((file) => file.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', join(apt, 'archives', name), root])
  rmSync(apt, { recursive: true, force: true })
  writeFileSync(join(cache, 'complete'), '')
}

function downloadPlaywrights() {
  const program = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  execFileSync(process.execPath, [program, 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'pipe'] })
}

function runs({ executablePath, env }) {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--version']
  return spawnSync(executablePath, flags, { env: { ...process.env, ...env }, timeout: 60_000 }).status === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (!findChromium()) getChromium()
    if (!findShell()) getShell()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
