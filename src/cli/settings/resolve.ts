// What holds: the command line before the environment, the environment before the file, the file before the default. And where
// each value came from, for `belfry config`.

import type { BelfryOptions, Channel, SweepInput } from '../../index.ts'
import { connectionsOf } from './connections.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { readFileSettings } from './file.ts'
import { optionOf, type SettingName, settingNames, settings, type Values } from './table.ts'
import { readSetting } from './value.ts'

export interface Settings extends Values {
  /** Beside `in_app`; only the file can hold them. */
  readonly channels: readonly Channel[]
  /** Those of the file; they belong to `tenant`. */
  /** Null: no configuration file says which. */
  readonly sweeps: readonly SweepInput[] | null
  /** URLs of databases that sweeps look into, by name. Never shown. */
  readonly connections: Readonly<Record<string, string>>
}

export type Source = 'default' | 'file' | 'environment' | 'option'

export interface Resolved {
  readonly settings: Settings
  readonly sources: Readonly<Record<SettingName, Source>>
  /** The configuration file, where there is one. */
  readonly file: string | null
}

export interface Given {
  readonly environment: Environment
  readonly directory: string
  /** `--config`. */
  readonly configFile: string | null
  /** Settings given as options, by their names. */
  readonly options: ReadonlyMap<SettingName, string>
}

export async function resolveSettings(given: Given): Promise<Resolved> {
  const fromOptions = new Map([...given.options].map(([name, text]) => [name, optionValue(name, text)]))
  const fromEnvironment = readEnvironment(given.environment)
  const file = await readFileSettings(given.directory, given.configFile)
  const values: Record<string, unknown> = {}
  const sources = {} as Record<SettingName, Source>
  for (const name of settingNames) {
    const layers: [Source, unknown][] = [
      ['option', fromOptions.get(name)],
      ['environment', fromEnvironment.get(name)],
      ['file', file?.values.get(name)],
      ['default', settings[name].default],
    ]
    const [source, value] = layers.find(([, one]) => one !== undefined)!
    values[name] = value
    sources[name] = source
  }
  const resolved = {
    ...(values as unknown as Values),
    channels: file?.channels ?? [],
    sweeps: file?.sweeps ?? null,
    connections: Object.fromEntries([...(file?.connections ?? []), ...connectionsOf(given.environment)]),
  }
  return { settings: Object.freeze(resolved), sources, file: file?.path ?? null }
}

function optionValue(name: SettingName, text: string): unknown {
  return readSetting(name, { text }, `--${optionOf(name)}`)
}

/** What `createBelfry` takes of them. Sweeps are for those that run them: a look at a list does not make any. */
export function libraryOptions(settings: Settings): BelfryOptions {
  const { database, dataDir, pooled, connectionsMax, channels, defaultChannels, tenant, pollMs, debug } = settings
  const { onTimelineChange, leaseMs, connections } = settings
  // With 0 nothing goes by itself: `belfry cleanup` is asked for that.
  const retentionDays = settings.retentionDays === 0 ? null : settings.retentionDays
  const where = database === null ? { dataDir } : { database }
  const library = {
    pooled,
    connectionsMax,
    channels,
    defaultChannels,
    tenant,
    pollMs,
    leaseMs,
    debug,
    onTimelineChange,
  }
  // For the links in messages, which the server of the same settings answers.
  const links = {
    ...(settings.publicUrl === null ? {} : { publicUrl: settings.publicUrl }),
    ...(settings.secret === null ? {} : { secret: settings.secret }),
  }
  return { ...where, ...library, ...links, connections, retentionDays, alarms: alarmOptions(settings) }
}

function alarmOptions(settings: Settings): NonNullable<BelfryOptions['alarms']> {
  const { alarmTimezone: timezone, alarmBase: base, alarmCap: cap, alarmRetryAfter: retryAfter } = settings
  const [from = '', to = ''] = settings.alarmQuietHours.split('-')
  const quietHours = settings.alarmQuietHours === 'none' ? null : { from, to }
  return { timezone, base, cap, quietHours, retryAfter, onDone: settings.alarmOnDone }
}
