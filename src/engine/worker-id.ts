// The id of a worker, and what its connections are called in pg_stat_activity, by which workers.sql finds it.

import { randomBytes } from 'node:crypto'

export function newWorkerId(): string {
  return `w-${randomBytes(6).toString('hex')}`
}

export function connectionName(worker: string): string {
  return `belfry worker ${worker}`
}
