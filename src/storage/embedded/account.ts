// PostgreSQL refuses to run as root. Where we are root, it runs as another user; otherwise as ourselves.

import { readFile, stat } from 'node:fs/promises'
import { BelfryError } from '../../errors.ts'

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * The owner of an existing cluster, else the first user of the list that exists. It must be a real user: initdb looks up
 * its own uid and gives up ("could not look up effective user ID") when there is no passwd entry.
 */
export async function serverAccount(cluster: string, names: readonly string[]): Promise<Account | undefined> {
  const ours = process.geteuid?.()
  if (ours === undefined) return undefined
  const existing = await stat(cluster).catch(() => undefined)
  if (ours !== 0) {
    if (existing && existing.uid !== ours) throw foreignCluster(cluster, existing.uid)
    return undefined
  }
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  if (existing && existing.uid !== 0) return ownerOf(accounts, existing.uid, existing.gid)
  return firstOf(accounts, names)
}

function foreignCluster(cluster: string, uid: number): BelfryError {
  return new BelfryError(
    'embedded_failed',
    `The database in ${cluster} belongs to user ${uid}: run Belfry as that user or as root, or choose another data directory.`,
  )
}

function ownerOf(accounts: readonly Account[], uid: number, gid: number): Account {
  return accounts.find((account) => account.uid === uid) ?? { name: String(uid), uid, gid }
}

function firstOf(accounts: readonly Account[], names: readonly string[]): Account {
  for (const name of names) {
    const account = accounts.find((one) => one.name === name && one.uid !== 0)
    if (account) return account
  }
  throw new BelfryError(
    'embedded_failed',
    `PostgreSQL does not run as root, and there is no user ${names.join(', ')} to run it as: create one, run Belfry as an ordinary user, or set DATABASE_URL.`,
  )
}

export function parsePasswd(text: string): Account[] {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && !fields[0]!.startsWith('#'))
    .map(([name, , uid, gid]) => ({ name: name!, uid: unsigned(uid!), gid: unsigned(gid!) }))
    .filter((account) => Number.isInteger(account.uid) && Number.isInteger(account.gid))
}

/** macOS writes nobody as -2. */
function unsigned(text: string): number {
  const value = Number(text)
  return value < 0 ? value + 2 ** 32 : value
}

/** What spawn needs to become that user; libuv drops all supplementary groups with it. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {}
}
