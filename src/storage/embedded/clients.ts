// Who uses the server: one file in clients/ for each Belfry, with its host, pid and start time, touched by a heartbeat.
// Read and changed only under the lock, except for the heartbeat. The last one out stops the server.

import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { BelfryError } from '../../errors.ts'
import { keepBeating, type Presence, presenceOf } from './heartbeat.ts'
import { type Owner, parseOwner } from './process.ts'
import { createFile, type Site } from './site.ts'

export interface Client {
  leave(): Promise<void>
}

export async function join(site: Site): Promise<Client> {
  const file = path.join(site.clients, `${site.self.pid}-${randomUUID()}.json`)
  await createFile(site, file, JSON.stringify(site.self))
  const stopBeating = keepBeating(file, site.timing.heartbeatMs, () => {
    // Somebody took us for dead (a machine asleep for a minute) or the directory was removed. PostgreSQL itself notices
    // within a minute that postmaster.pid is no longer its own, and stops.
    site.logger.error({ dataDir: site.root }, 'the data directory was taken over by another machine, or removed')
  })
  return {
    leave: async () => {
      stopBeating()
      await rm(file, { force: true })
    },
  }
}

/** Removes the files of the dead and counts the living on this host; refuses if somebody elsewhere is alive. */
export async function countLiving(site: Site): Promise<number> {
  let living = 0
  for (const { owner, presence } of await sweepClients(site)) {
    if (presence === 'elsewhere') throw elsewhere(site, owner)
    living += 1
  }
  return living
}

/** Nobody else on this host? On the way out it does not matter who is elsewhere: our server must not stay. */
export async function isLastHere(site: Site): Promise<boolean> {
  const others = await sweepClients(site)
  return others.every(({ presence }) => presence === 'elsewhere')
}

async function sweepClients(site: Site): Promise<{ owner: Owner; presence: Presence }[]> {
  const found: { owner: Owner; presence: Presence }[] = []
  for (const name of await readdir(site.clients)) {
    const file = path.join(site.clients, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    const owner = parseOwner(text)
    // Not readable as an owner: its writer died while writing, for we hold the lock.
    const presence = owner ? await presenceOf(site, owner, file) : 'dead'
    if (owner && presence !== 'dead') found.push({ owner, presence })
    else await rm(file, { force: true })
  }
  return found
}

export function elsewhere(site: Site, owner: Owner): BelfryError {
  const staleS = Math.round(site.timing.staleMs / 1000)
  return new BelfryError(
    'database_in_use',
    `The data directory ${site.root} is in use by process ${owner.pid} on ${owner.name}, and an embedded database serves one machine or container at a time: ` +
      `stop the other Belfry, give this one a data directory of its own, or let both use one PostgreSQL server through DATABASE_URL. ` +
      `If the other one crashed, try again in ${staleS} seconds.`,
  )
}
