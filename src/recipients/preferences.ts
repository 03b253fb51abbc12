// What a recipient does not want: channels, kinds of reminders, types of entities, and any two or three of them together. Kept as
// texts (`channel:email`, `type_channel:meeting email`) that fire.sql compares with those of a ring (belfry.switches).

import { readList, readName, readObject, refuse } from '../input.ts'

export interface Preferences {
  readonly channelsOff?: readonly string[]
  readonly kindsOff?: readonly string[]
  readonly typesOff?: readonly string[]
  /** What is off only together: `{ type: 'meeting', channel: 'email' }` is meetings by email. */
  readonly off?: readonly SwitchedOff[]
}

/** At least two of them; one alone is the same as in the lists. */
export interface SwitchedOff {
  /** Of the entity. */
  readonly type?: string
  /** Of the reminder. */
  readonly kind?: string
  readonly channel?: string
}

const parts = ['type', 'kind', 'channel'] as const
const lists = { typesOff: 'type', kindsOff: 'kind', channelsOff: 'channel' } as const
const countMax = 100

/** As they are kept. */
export function readPreferences(value: unknown): string[] {
  const field = '/preferences'
  const { off, ...named } = readObject(value, [...Object.keys(lists), 'off'], field)
  const single = Object.entries(lists).flatMap(([list, part]) =>
    readNames(named[list], `${field}/${list}`).map((name) => `${part}:${name}`),
  )
  const together = off === undefined ? [] : readList(off, countMax, `${field}/off`)
  return [...new Set([...single, ...together.map((one, i) => readSwitchedOff(one, `${field}/off/${i}`))])]
}

function readNames(list: unknown, field: string): string[] {
  return list === undefined ? [] : readList(list, countMax, field).map((name, i) => readName(name, `${field}/${i}`))
}

function readSwitchedOff(value: unknown, field: string): string {
  const given = readObject(value, parts, field)
  const named = parts.filter((part) => given[part] !== undefined)
  if (named.length === 0)
    throw refuse('missing_field', 'What is switched off?', { field, accepted: 'a type, a kind or a channel' })
  return `${named.join('_')}:${named.map((part) => readName(given[part], `${field}/${part}`)).join(' ')}`
}

export function toPreferences(muted: readonly string[] | null): Required<Preferences> {
  const all = (muted ?? []).map((entry) => {
    const at = entry.indexOf(':')
    return { named: entry.slice(0, at).split('_'), values: entry.slice(at + 1).split(' ') }
  })
  const single = (part: string) =>
    all.flatMap(({ named, values }) => (named.length === 1 && named[0] === part ? values : []))
  return {
    channelsOff: single('channel'),
    kindsOff: single('kind'),
    typesOff: single('type'),
    off: all
      .filter(({ named }) => named.length > 1)
      .map(({ named, values }) => Object.fromEntries(named.map((part, i) => [part, values[i]]))),
  }
}
