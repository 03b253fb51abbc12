import { describe, expect, it } from 'vitest'
import { expositionText, type Family, Histogram, Values } from './exposition.ts'

const family = (more: Partial<Family>): Family => ({
  name: 'x_total',
  kind: 'counter',
  help: 'H.',
  labels: [],
  ...more,
})

describe('the text format', () => {
  it('has HELP and TYPE once for each family, and a line for each series', () => {
    const values = new Values(family({ labels: ['channel', 'outcome'] }))
    values.add(['email', 'sent'])
    values.add(['email', 'sent'], 2)
    values.add(['email', 'failed'])
    expect(expositionText([values])).toBe(
      '# HELP x_total H.\n# TYPE x_total counter\nx_total{channel="email",outcome="sent"} 3\nx_total{channel="email",outcome="failed"} 1\n',
    )
  })

  it('escapes label values and help', () => {
    const values = new Values(family({ help: 'a\\b\nc "d"', labels: ['l'] }))
    values.add(['back\\slash "quoted"\nnext'])
    expect(expositionText([values])).toBe(
      '# HELP x_total a\\\\b\\nc "d"\n# TYPE x_total counter\nx_total{l="back\\\\slash \\"quoted\\"\\nnext"} 1\n',
    )
  })

  it('shows a number without labels from the start, and leaves out a family without series', () => {
    expect(expositionText([new Values(family({})), new Values(family({ name: 'y', labels: ['l'] }))])).toBe(
      '# HELP x_total H.\n# TYPE x_total counter\nx_total 0\n',
    )
  })

  it('tells label values apart that only join to the same', () => {
    const values = new Values(family({ labels: ['a', 'b'] }))
    values.add(['x', 'yz'])
    values.add(['xy', 'z'])
    expect([...values.lines()]).toHaveLength(2)
  })
})

describe('a histogram', () => {
  const bounded = family({ name: 's', kind: 'histogram', buckets: [0.1, 1, 10] })

  it('counts cumulatively, with a bound inside its own bucket', () => {
    const histogram = new Histogram(bounded)
    for (const value of [0.05, 0.1, 0.5, 10, 11]) histogram.observe([], value)
    expect([...histogram.lines()]).toEqual([
      's_bucket{le="0.1"} 2',
      's_bucket{le="1"} 3',
      's_bucket{le="10"} 4',
      's_bucket{le="+Inf"} 5',
      's_sum 21.65',
      's_count 5',
    ])
  })

  it('takes many values at once, in another unit', () => {
    const histogram = new Histogram({ ...bounded, labels: ['step'] })
    histogram.observeAll(['fire'], [50, 500, 20_000], 0.001)
    histogram.observeAll(['conclude'], [])
    expect([...histogram.lines()]).toEqual([
      's_bucket{step="fire",le="0.1"} 1',
      's_bucket{step="fire",le="1"} 2',
      's_bucket{step="fire",le="10"} 2',
      's_bucket{step="fire",le="+Inf"} 3',
      's_sum{step="fire"} 20.55',
      's_count{step="fire"} 3',
    ])
  })
})
