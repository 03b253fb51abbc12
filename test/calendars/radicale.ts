// Radicale from Debian's packages, unpacked into a temporary directory: nothing is installed, and no rights are needed. It listens on a
// loopback port and keeps its calendars in that directory. Where there is no Python, Debian's is unpacked beside it.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedPort } from '../channels/unused-port.ts'

export interface Radicale {
  readonly port: number
  close(): Promise<void>
}

const packages = [
  ...['python3-radicale', 'python3-vobject', 'python3-dateutil', 'python3-six', 'python3-defusedxml'],
  ...['python3-passlib', 'python3-pkg-resources'],
]

export const people = { ana: 'sécret:1', bo: 'other' } as const

/** The server, or why there is none. */
export async function radicale(): Promise<Radicale | { readonly why: string }> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return { why: 'no Debian packages here' }
  const directory = mkdtempSync(join(tmpdir(), 'belfry-radicale-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  let python: Python
  try {
    unpack(directory, packages)
    python = findPython(directory)
  } catch (error) {
    remove()
    return { why: `its packages cannot be had: ${String(error).split('\n')[0]}` }
  }
  const port = await unusedPort()
  const child = start(directory, python, port)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await gone
    remove()
  }
  if (await isListening(port, child)) return { port, close }
  await close()
  return { why: `it does not start: ${said.join('').slice(-300)}` }
}

function unpack(directory: string, names: readonly string[]): void {
  execFileSync('apt-get', ['download', ...names], { cwd: directory, stdio: 'pipe', timeout: 60_000 })
  for (const name of readdirSync(directory).filter((one) => one.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(directory, name), directory], { stdio: 'pipe' })
    rmSync(join(directory, name))
  }
}

interface Python {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** The machine's own, or Debian's with the libraries that a bare machine lacks. */
function findPython(directory: string): Python {
  const own = ['/usr/bin/python3', '/usr/local/bin/python3'].find(existsSync)
  if (own) return { path: own, env: {} }
  const depends = execFileSync('apt-cache', ['depends', 'python3-minimal'], { encoding: 'utf8' })
  const [, version] = /python(3\.\d+)-minimal/.exec(depends) ?? []
  if (version === undefined) throw new Error('no python3')
  const parts = [`python${version}-minimal`, `libpython${version}-minimal`, `libpython${version}-stdlib`]
  unpack(directory, [...parts, 'libexpat1', 'zlib1g', 'libffi8', 'libssl3', 'libuuid1', 'libcrypt1'])
  const libraries = ['usr/lib', 'lib'].flatMap((folder) =>
    existsSync(join(directory, folder))
      ? readdirSync(join(directory, folder)).map((name) => join(directory, folder, name))
      : [],
  )
  return {
    path: join(directory, 'usr', 'bin', `python${version}`),
    env: {
      PYTHONHOME: join(directory, 'usr'),
      LD_LIBRARY_PATH: libraries.filter((one) => /-linux-gnu/.test(one)).join(':'),
    },
  }
}

function start(directory: string, { path, env }: Python, port: number): ChildProcess {
  const users = Object.entries(people).map(([name, password]) => `${name}:${password}\n`)
  writeFileSync(join(directory, 'users'), users.join(''))
  writeFileSync(
    join(directory, 'config'),
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(directory, 'users')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(directory, 'collections')}
`,
  )
  const paths = join(directory, 'usr', 'lib', 'python3', 'dist-packages')
  return spawn(path, ['-m', 'radicale', '--config', join(directory, 'config')], {
    cwd: directory,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', PYTHONPATH: paths, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function isListening(port: number, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const status = await fetch(`http://127.0.0.1:${port}/.web/`, { redirect: 'manual' }).then(
      (response) => response.status,
      () => 0,
    )
    if (status > 0) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
