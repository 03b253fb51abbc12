// From measurements to a row: medians, the ratio to the fastest relevant peer, and whether the goal is met.

import { median } from './arena.js'

/**
 * @param {{ rates: Record<string, number[]>, atLeast: number, ideal?: number, against: (label: string) => boolean, note: string }} measured
 */
export function throughput({ rates, atLeast, ideal, against, note }) {
  const values = Object.fromEntries(Object.entries(rates).map(([label, all]) => [label, Math.round(median(all))]))
  const own = Object.entries(values).filter(([label]) => label.startsWith('belfry'))
  const peers = Object.entries(values).filter(([label]) => !label.startsWith('belfry'))
  const [best] = peers.filter(([label]) => against(label)).sort((a, b) => b[1] - a[1])
  const ratio = best ? values.belfry / best[1] : null
  return {
    unit: 'a second',
    values,
    runs: rates,
    best: best?.[0] ?? null,
    ratio,
    ratios: best ? Object.fromEntries([...own, ...peers].map(([label, value]) => [label, value / best[1]])) : null,
    met: ratio === null ? null : ratio >= atLeast,
    ...(ideal !== undefined && { idealMet: ratio === null ? null : ratio >= ideal }),
    note,
  }
}
