// Databases that sweeps look into: a name and a URL. The URL has a password in it more often than not: it comes from the
// environment or the file, and is never shown, said or logged, not even where it is wrong.

import { BelfryError } from '../../errors.ts'
import type { Environment } from './environment.ts'

const prefix = 'BELFRY_CONNECTION_'
const nameForm = /^[a-z][a-z0-9_-]{0,62}$/
const urlForm = /^(postgres|postgresql|socket):\S+$/

export function isConnectionVariable(key: string): boolean {
  return key.startsWith(prefix)
}

/** `BELFRY_CONNECTION_REPORTING` is the connection `reporting`. An empty one counts as not set. */
export function connectionsOf(environment: Environment): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, url] of Object.entries(environment))
    if (isConnectionVariable(key) && url) {
      const name = key.slice(prefix.length).toLowerCase()
      found.set(name, readConnection(name, url, key))
    }
  return found
}

export function readConnection(name: string, url: unknown, place: string): string {
  if (!nameForm.test(name))
    throw new BelfryError('invalid_input', `${place} names a connection ${JSON.stringify(name.slice(0, 60))}.`, {
      field: '/connections',
      accepted: 'a lower-case name of letters, digits, "_" and "-" that begins with a letter',
    })
  if (typeof url === 'string' && urlForm.test(url)) return url
  throw new BelfryError('invalid_input', `${place} has a URL of the wrong kind.`, {
    field: `/connections/${name}`,
    accepted: 'a URL such as postgres://user:password@host:5432/database',
  })
}
