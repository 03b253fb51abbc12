// The directory lock, without native modules. Node has no flock, and a lock file that is unlinked by whoever finds its
// owner dead can be unlinked by two: the second removes the lock that the first has just taken. So locks are numbered
// and never taken away, only outdone:
//
// - the holder is the owner of the highest number in lock/, unless that file is empty (released) or its owner is dead;
// - to take the lock is to create the next number by link(2), which fails if it exists and is complete when it appears;
// - whoever creates number n after seeing n-1 free holds it if n is still the highest when looked at again.
//
// The highest number is never removed, so a process that was asleep for long cannot create one that counts.

import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { elsewhere } from './clients.ts'
import { keepBeating, presenceOf } from './heartbeat.ts'
import { parseOwner } from './process.ts'
import { createFile, type Site } from './site.ts'

// Old numbers stay a while: a listing that races with this many changes of hands cannot happen.
const keptNumbers = 8

export async function withLock<T>(site: Site, work: () => Promise<T>): Promise<T> {
  const number = await acquire(site)
  const stopBeating = keepBeating(ticket(site, number), site.timing.heartbeatMs)
  try {
    return await work()
  } finally {
    stopBeating()
    await release(site, number)
  }
}

async function acquire(site: Site): Promise<number> {
  for (;;) {
    const top = await highest(site)
    if (top > 0 && (await isHeld(site, top))) await wait(site.timing.pollMs)
    else if (await take(site, top + 1)) return top + 1
  }
}

async function isHeld(site: Site, number: number): Promise<boolean> {
  const file = ticket(site, number)
  const text = await readFile(file, 'utf8').catch(ignoreMissing)
  if (text === undefined) return true // outdone since the listing: look again
  const owner = parseOwner(text)
  if (owner === undefined) return false // released
  const presence = await presenceOf(site, owner, file)
  if (presence === 'elsewhere') throw elsewhere(site, owner)
  return presence === 'alive'
}

async function take(site: Site, number: number): Promise<boolean> {
  const draft = path.join(site.locks, `.draft-${randomUUID()}`)
  await createFile(site, draft, JSON.stringify(site.self))
  try {
    await link(draft, ticket(site, number))
  } catch (error) {
    // EEXIST: somebody was faster. ENOENT: the holder tidied our draft away.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  if ((await highest(site)) !== number) return false
  await tidy(site, number)
  return true
}

/** An empty ticket is a released one. Truncating is one step, and works on a full disk. */
async function release(site: Site, number: number): Promise<void> {
  try {
    await truncate(ticket(site, number))
  } catch (error) {
    // Removed with the whole directory, most likely. Otherwise our death frees the lock.
    site.logger.debug({ err: error }, 'could not release the lock of the data directory')
  }
}

async function tidy(site: Site, held: number): Promise<void> {
  for (const name of await readdir(site.locks)) {
    const number = numberOf(name)
    const old = number === undefined || number < held - keptNumbers
    if (old) await rm(path.join(site.locks, name), { force: true })
  }
}

async function highest(site: Site): Promise<number> {
  const numbers = (await readdir(site.locks)).map((name) => numberOf(name) ?? 0)
  return Math.max(0, ...numbers)
}

function numberOf(name: string): number | undefined {
  return /^\d+$/.test(name) ? Number(name) : undefined
}

function ticket(site: Site, number: number): string {
  return path.join(site.locks, String(number))
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
