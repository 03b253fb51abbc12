// Prometheus' text format 0.0.4, and the three kinds of numbers that it has. Values live in a map by their labels; a family
// is one row of the catalogue.

export interface Family {
  readonly name: string
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds of a histogram, ascending, in the base unit. */
  readonly buckets?: readonly number[]
}

export type LabelValues = readonly string[]

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** A counter or a gauge. */
export class Values {
  readonly family: Family
  readonly #values = new Map<string, { labels: LabelValues; value: number }>()

  constructor(family: Family) {
    this.family = family
    // Without labels there is one series, and it is there from the start: an absent counter cannot be told from a dead process.
    if (family.labels.length === 0) this.set([], 0)
  }

  add(labels: LabelValues, by = 1): void {
    const found = this.#values.get(keyOf(labels))
    if (found) found.value += by
    else this.set(labels, by)
  }

  set(labels: LabelValues, value: number): void {
    this.#values.set(keyOf(labels), { labels, value })
  }

  *lines(): Iterable<string> {
    const { name } = this.family
    for (const { labels, value } of this.#values.values())
      yield `${name}${labelText(this.family.labels, labels)} ${numberText(value)}`
  }
}

interface Distribution {
  readonly labels: LabelValues
  /** One count for each bucket, and one for what is above the last. */
  readonly counts: Float64Array
  sum: number
}

export class Histogram {
  readonly family: Family
  readonly #bounds: readonly number[]
  readonly #distributions = new Map<string, Distribution>()

  constructor(family: Family) {
    this.family = family
    this.#bounds = family.buckets ?? []
    if (family.labels.length === 0) this.#of([])
  }

  observe(labels: LabelValues, value: number): void {
    this.#observeIn(this.#of(labels), value)
  }

  /** Many values of one series: the look-up is made once. `unit` is what one of them is in base units. */
  observeAll(labels: LabelValues, values: readonly number[], unit = 1): void {
    if (values.length === 0) return
    const distribution = this.#of(labels)
    for (const value of values) this.#observeIn(distribution, value * unit)
  }

  #observeIn(distribution: Distribution, value: number): void {
    const bounds = this.#bounds
    let at = 0
    while (at < bounds.length && value > bounds[at]!) at += 1
    distribution.counts[at]! += 1
    distribution.sum += value
  }

  #of(labels: LabelValues): Distribution {
    const key = keyOf(labels)
    const found = this.#distributions.get(key)
    if (found) return found
    const made = { labels, counts: new Float64Array(this.#bounds.length + 1), sum: 0 }
    this.#distributions.set(key, made)
    return made
  }

  *lines(): Iterable<string> {
    const { name, labels: names } = this.family
    for (const { labels, counts, sum } of this.#distributions.values()) {
      let total = 0
      for (const [i, count] of counts.entries()) {
        total += count
        const bound = numberText(this.#bounds[i] ?? Number.POSITIVE_INFINITY)
        yield `${name}_bucket${labelText([...names, 'le'], [...labels, bound])} ${total}`
      }
      yield `${name}_sum${labelText(names, labels)} ${numberText(sum)}`
      yield `${name}_count${labelText(names, labels)} ${total}`
    }
  }
}

export function expositionText(metrics: Iterable<Values | Histogram>): string {
  let text = ''
  for (const metric of metrics) {
    const { name, kind, help } = metric.family
    const lines = [...metric.lines()]
    if (lines.length === 0) continue
    text += `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}\n${lines.join('\n')}\n`
  }
  return text
}

/** Label values hold no control characters in practice; should one, it only separates less well. */
function keyOf(labels: LabelValues): string {
  return labels.length === 1 ? labels[0]! : labels.join('\u0000')
}

function labelText(names: readonly string[], values: LabelValues): string {
  if (names.length === 0) return ''
  return `{${names.map((name, i) => `${name}="${escapeLabel(values[i] ?? '')}"`).join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}

function escapeHelp(help: string): string {
  return help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}
