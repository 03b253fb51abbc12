// Which Belfry this is, from its package.

import { readFileSync } from 'node:fs'

export function belfryVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
