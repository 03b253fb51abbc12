// Versions: whoever read something and writes it back may say which version they had seen.

import { BelfryError } from '../errors.ts'
import { readInteger } from '../input.ts'

export function readVersion(value: unknown): number | undefined {
  return value === undefined ? undefined : readInteger(value, '/version', 1, 2 ** 31 - 1)
}

/** `there` is the version that stands, undefined when there is nothing yet. */
export function checkVersion(expected: number | undefined, there: number | undefined): void {
  if (expected === undefined || expected === there) return
  throw new BelfryError('version_conflict', `The version is ${there ?? 'not there yet'}, not ${expected}.`, {
    field: '/version',
    accepted: 'the version that the last put or get has answered; or none, to overwrite',
  })
}
