// The configuration file: belfry.config.ts, .js or .json in the working directory, or wherever --config says. Its keys are the
// settings, and what no option or variable could hold: `channels` (in a program only), `sweeps` and `connections`.

import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ChannelMaker } from '../../channels/index.ts'
import { BelfryError } from '../../errors.ts'
import type { Channel, SweepInput } from '../../index.ts'
import { readObject } from '../../input.ts'
import { readConnection } from './connections.ts'
import { type SettingName, settingNames } from './table.ts'
import { readSetting } from './value.ts'

export interface FileSettings {
  readonly path: string
  readonly values: ReadonlyMap<SettingName, unknown>
  readonly channels: readonly (Channel | ChannelMaker)[]
  /** Null: the file says nothing of them. */
  readonly sweeps: readonly SweepInput[] | null
  /** URLs of databases that sweeps look into, by name. */
  readonly connections: ReadonlyMap<string, string>
}

const fileNames = ['belfry.config.ts', 'belfry.config.js', 'belfry.config.json']

export async function readFileSettings(directory: string, given: string | null): Promise<FileSettings | null> {
  const path = given === null ? findFile(directory) : requireFile(resolve(directory, given))
  if (path === null) return null
  const name = basename(path)
  const content = await contentOf(path)
  const object = readKeys(content, name)
  const values = new Map<SettingName, unknown>()
  for (const setting of settingNames) {
    const value = object[setting]
    if (value !== undefined && value !== null) values.set(setting, readSetting(setting, { value }, `${name}`))
  }
  return {
    ...{ path, values, channels: readChannels(object.channels, name) },
    sweeps: readSweeps(object.sweeps, name),
    connections: readConnections(object.connections, name),
  }
}

function findFile(directory: string): string | null {
  const found = fileNames.map((name) => join(directory, name)).filter((path) => existsSync(path))
  if (found.length < 2) return found[0] ?? null
  throw new BelfryError(
    'invalid_input',
    `There is more than one configuration file: ${found.map((path) => basename(path)).join(', ')}.`,
    {
      accepted: 'one of them, or --config <file>',
    },
  )
}

function requireFile(path: string): string {
  if (existsSync(path)) return path
  throw new BelfryError('not_found', `There is no configuration file ${path}.`, { accepted: fileNames.join(', ') })
}

async function contentOf(path: string): Promise<unknown> {
  try {
    switch (extname(path)) {
      case '.json':
        return JSON.parse(readFileSync(path, 'utf8'))
      case '.ts':
      case '.mts':
        return await importTypeScript(path)
      default:
        return defaultOf(await import(pathToFileURL(path).href))
    }
  } catch (error) {
    // Its message may be a stack of lines from a parser: the first says enough.
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new BelfryError('invalid_input', `${basename(path)} cannot be read: ${why}`, {
      accepted: 'JSON, or a module whose default export is an object of settings',
    })
  }
}

/** Node strips types by itself from 22.18 on; before that, a loader that starts only here. */
async function importTypeScript(path: string): Promise<unknown> {
  const { typescript } = process.features as { typescript?: false | string }
  if (typescript) return defaultOf(await import(pathToFileURL(path).href))
  const { createJiti } = await import('jiti')
  return await createJiti(import.meta.url).import(path, { default: true })
}

function defaultOf(module: { readonly default?: unknown }): unknown {
  return module.default
}

function readKeys(content: unknown, name: string): Record<string, unknown> {
  try {
    return readObject(content, [...settingNames, 'channels', 'sweeps', 'connections'], '')
  } catch (error) {
    if (!(error instanceof BelfryError)) throw error
    throw new BelfryError(error.code, `${name}: ${error.message}`)
  }
}

function readChannels(value: unknown, name: string): readonly (Channel | ChannelMaker)[] {
  if (value === undefined || value === null) return []
  const isChannel = (one: unknown): one is Channel | ChannelMaker =>
    typeof one === 'object' &&
    one !== null &&
    'name' in one &&
    (('send' in one && typeof one.send === 'function') || ('make' in one && typeof one.make === 'function'))
  if (Array.isArray(value) && value.every(isChannel)) return value
  throw new BelfryError('invalid_input', `${name} has channels of the wrong kind.`, {
    field: '/channels',
    accepted: 'a list of channels, in a .ts or .js file',
  })
}

/** What each of them says is read by the library, with everything else that is known of sweeps. */
function readSweeps(value: unknown, name: string): readonly SweepInput[] | null {
  if (value === undefined || value === null) return null
  const isSweep = (one: unknown): one is SweepInput =>
    typeof one === 'object' && one !== null && 'name' in one && 'source' in one
  if (Array.isArray(value) && value.every(isSweep)) return value
  throw new BelfryError('invalid_input', `${name} has sweeps of the wrong kind.`, {
    field: '/sweeps',
    accepted: 'a list of objects with name, every and source',
  })
}

function readConnections(value: unknown, name: string): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value))
    throw new BelfryError('invalid_input', `${name} has connections of the wrong kind.`, {
      field: '/connections',
      accepted: 'an object of URLs by name, such as { "reporting": "postgres://…" }',
    })
  return new Map(Object.entries(value).map(([key, url]) => [key, readConnection(key, url, name)]))
}
