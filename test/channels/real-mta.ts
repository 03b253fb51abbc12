// Exim from Debian's packages, unpacked into a temporary directory: nothing is installed, and no rights are needed. It listens on
// a loopback port and delivers everything into one Maildir. Its user exists only for it (libnss-wrapper).

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedPort } from './unused-port.ts'

export interface RealMta {
  readonly port: number
  /** What it has delivered so far. */
  mails(): string[]
  close(): Promise<void>
}

const packages = ['exim4-daemon-light', 'libidn12', 'libgnutls-dane0', 'libnss-wrapper']
const unprivileged = 65_534

/** The server, or why there is none. */
export async function realMta(): Promise<RealMta | { readonly why: string }> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return { why: 'no Debian packages here' }
  const directory = mkdtempSync(join(tmpdir(), 'belfry-mta-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    unpack(directory)
  } catch (error) {
    remove()
    return { why: `its packages cannot be had: ${String(error).split('\n')[0]}` }
  }
  const port = await unusedPort()
  const child = start(directory, port)
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    remove()
  }
  if (!(await isListening(port, child))) {
    await stop()
    return { why: `it does not start: ${said.join('').slice(0, 300)}` }
  }
  const inbox = join(directory, 'run', 'mail', 'new')
  const mails = () =>
    existsSync(inbox) ? readdirSync(inbox).map((name) => readFileSync(join(inbox, name), 'utf8')) : []
  return { port, mails, close: stop }
}

function unpack(directory: string): void {
  execFileSync('apt-get', ['download', ...packages], { cwd: directory, stdio: 'pipe', timeout: 60_000 })
  for (const name of readdirSync(directory).filter((one) => one.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(directory, name), directory], { stdio: 'pipe' })
  // Installed it would belong to root and act as such.
  chmodSync(join(directory, 'usr', 'sbin', 'exim4'), 0o755)
  chmodSync(directory, 0o755)
}

function start(directory: string, port: number): ChildProcess {
  const run = join(directory, 'run')
  const uid = process.getuid?.() || unprivileged
  const gid = process.getgid?.() || unprivileged
  const places = [run, ...['spool', 'log', 'mail'].map((name) => join(run, name))]
  for (const place of places) mkdirSync(place)
  writeFileSync(join(run, 'exim.conf'), configuration(run, port))
  writeFileSync(join(run, 'passwd'), `Debian-exim:x:${uid}:${gid}::/:/usr/sbin/nologin\nroot:x:0:0::/:/bin/sh\n`)
  writeFileSync(join(run, 'group'), `Debian-exim:x:${gid}:\nroot:x:0:\n`)
  if (process.getuid?.() === 0) for (const place of places) chownSync(place, uid, gid)
  const libraries = readdirSync(join(directory, 'usr', 'lib'))
    .map((name) => join(directory, 'usr', 'lib', name))
    .find((one) => existsSync(join(one, 'libnss_wrapper.so')))
  return spawn(join(directory, 'usr', 'sbin', 'exim4'), ['-C', join(run, 'exim.conf'), '-bdf', '-oX', String(port)], {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    env: {
      PATH: '/usr/bin:/bin',
      LD_LIBRARY_PATH: libraries ?? '',
      LD_PRELOAD: join(libraries ?? '', 'libnss_wrapper.so'),
      NSS_WRAPPER_PASSWD: join(run, 'passwd'),
      NSS_WRAPPER_GROUP: join(run, 'group'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function configuration(run: string, port: number): string {
  return `primary_hostname = mta.test
spool_directory = ${run}/spool
log_file_path = ${run}/log/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
pid_file_path = ${run}/exim.pid
keep_environment = ^LD_ : ^NSS_WRAPPER_
acl_smtp_rcpt = recipients
acl_smtp_data = accept
message_size_limit = 1M
tls_advertise_hosts =
host_lookup =
never_users =
deliver_drop_privilege = true
begin acl
recipients:
  deny  recipients = nobody@example.com
        message = Unknown user
  defer recipients = later@example.com
        message = Try again later
  accept
begin routers
everybody:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${run}/mail
  maildir_format
  create_directory
  envelope_to_add
`
}

async function isListening(port: number, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('data', () => resolve(true)).once('error', () => resolve(false))
      socket.once('data', () => socket.end('QUIT\r\n'))
    })
    if (answered) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
