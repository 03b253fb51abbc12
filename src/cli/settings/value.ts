// One value of one setting, wherever it comes from. An error names the place, the setting and what is accepted; a secret is
// never repeated in it.

import { BelfryError } from '../../errors.ts'
import type { Kind } from './kind.ts'
import { type SettingName, settings } from './table.ts'

export function readSetting(
  name: SettingName,
  given: { readonly text: string } | { readonly value: unknown },
  place: string,
): unknown {
  const { secret } = settings[name]
  const kind: Kind<unknown> = settings[name].kind
  const read = 'text' in given ? kind.fromText(given.text) : kind.fromFile(given.value)
  if (read !== undefined) return read
  const shown = secret === 'no' ? ` ${shortened('text' in given ? given.text : given.value)}` : ''
  throw new BelfryError('invalid_input', `${place} has a value${shown} of the wrong kind.`, {
    field: `/${name}`,
    accepted: kind.accepted,
  })
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
