// Settings from the environment. An empty variable counts as not set, because that is how a compose file passes one on.

import { BelfryError } from '../../errors.ts'
import { nearest } from '../../input.ts'
import { isConnectionVariable } from './connections.ts'
import { type SettingName, settingNames, settings } from './table.ts'
import { readSetting } from './value.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export function readEnvironment(environment: Environment): Map<SettingName, unknown> {
  refuseUnknown(environment)
  const found = new Map<SettingName, unknown>()
  for (const name of settingNames) {
    const { env } = settings[name]
    const text = environment[env]
    if (text) found.set(name, readSetting(name, { text }, env))
  }
  return found
}

/** Where the examples for curl keep an API key: it may well be set in the same shell. */
const notOurs = ['BELFRY_KEY']

function refuseUnknown(environment: Environment): void {
  const known = settingNames.map((name) => settings[name].env)
  const isKnown = (key: string) => known.includes(key) || notOurs.includes(key) || isConnectionVariable(key)
  const unknown = Object.keys(environment).find((key) => key.startsWith('BELFRY_') && !isKnown(key))
  if (unknown === undefined) return
  const near = nearest(unknown.slice(0, 60), known)
  throw new BelfryError(
    'unknown_field',
    `There is no setting ${unknown.slice(0, 60)} in the environment.${near ? ` Did you mean ${near}?` : ''}`,
    { accepted: [...known, 'BELFRY_CONNECTION_<name>'].join(', ') },
  )
}
