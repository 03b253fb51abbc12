// The machine and the versions, for the record. No names and no paths.

import { readFile } from 'node:fs/promises'
import os from 'node:os'

export async function describeMachine(versions) {
  const belfry = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const peers = JSON.parse(await readFile(new URL('./peers/package.json', import.meta.url), 'utf8'))
  const { ioredis: _, pg, ...measured } = peers.dependencies
  return {
    at: new Date().toISOString().slice(0, 16),
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.platform()} ${os.arch()}`,
    versions: { belfry: belfry.version, node: process.versions.node, ...versions, pg, ...measured },
  }
}

export function loadAverage() {
  return os.loadavg().map((load) => Math.round(load * 100) / 100)
}
