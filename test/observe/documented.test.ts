import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue, sampleFamilies } from '../../src/observe/catalogue.ts'

const page = readFileSync(new URL('../../docs/operating/observability.md', import.meta.url), 'utf8')

describe('docs/operating/observability.md', () => {
  it('lists every metric, as it is', () => {
    const sampled = new Set<string>(Object.values(sampleFamilies).map(({ name }) => name))
    const expected = catalogue.map(({ name, kind, labels, help }) => {
      const names = labels.map((label) => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${kind} | ${names} | ${help}${sampled.has(name) ? ' *Sampled.*' : ''} |`
    })
    expect(page.split('\n').filter((line) => /^\| `\w+` \| (counter|gauge|histogram) \|/.test(line))).toEqual(expected)
  })

  it('names no metric that does not exist', () => {
    const series = new Set(
      catalogue.flatMap(({ name, kind }) =>
        kind === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    const named = [...page.matchAll(/\b(?:belfry|process|nodejs)_[a-z_]+/g)].map(([name]) => name)
    expect(named.filter((name) => !series.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(50)
  })
})

describe('names', () => {
  it('follow the conventions of Prometheus: units, and _total for counters', () => {
    for (const { name, kind } of catalogue) {
      expect(name).toMatch(/^(belfry|process|nodejs)_[a-z_]+$/)
      expect(name.endsWith('_total')).toBe(kind === 'counter')
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/)
    }
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
  })

  it('have bounds that rise', () => {
    for (const { buckets = [] } of catalogue) expect([...buckets].sort((a, b) => a - b)).toEqual(buckets)
  })
})
