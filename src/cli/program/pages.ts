// What every command that lists takes: how many, and after which.

import type { Call } from './call.ts'
import type { Option } from './command.ts'

export const pageOptions: Readonly<Record<'limit' | 'cursor', Option>> = {
  limit: { value: '<count>', about: 'At the most so many, 1 to 200 (50)' },
  cursor: { value: '<cursor>', about: 'The page after another' },
}

export function pageOf(call: Call): { limit: number; cursor?: string } {
  const cursor = call.text('cursor')
  return { limit: call.integer('limit', 1, 200) ?? 50, ...(cursor === undefined ? {} : { cursor }) }
}
