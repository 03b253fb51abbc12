// How many deliveries need a person: in the menu, wherever one is.

import { api } from './api.ts'
import { useQuery } from './query.ts'

const countMax = 99

/** '' when there is nothing to do. */
export function useAttention(): string {
  const { value } = useQuery('attention count', countAll, { live: ['delivery'] })
  if (!value) return ''
  return value > countMax ? `${countMax}+` : String(value)
}

async function countAll(): Promise<number> {
  const states = ['unknown', 'failed', 'quarantined'] as const
  let sum = 0
  // One after the other: where there are very many of one, nobody needs the others.
  for (const state of states) {
    if (sum <= countMax) sum += (await api.deliveries.list({ state, limit: countMax + 1 - sum })).items.length
  }
  return sum
}
