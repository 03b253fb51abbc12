// What a page shows against what came. Everything that is shown has to be so: the same fields, the same values. `…` stands for
// what differs from run to run or is of no interest: inside a text for any text, as the name of a field for further fields, as
// the last item of a list for further items.

const ellipsis = '…'

/** Where they differ, in words; none if they agree. */
export function differences(shown: unknown, real: unknown, at = ''): string[] {
  if (shown === ellipsis) return real === undefined ? [`${at} is not there`] : []
  if (typeof shown === 'string' && typeof real === 'string')
    return fits(shown, real) ? [] : [`${at} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`]
  if (Array.isArray(shown) && Array.isArray(real)) return ofLists(shown, real, at)
  if (isObject(shown) && isObject(real)) return ofObjects(shown, real, at)
  return Object.is(shown, real) ? [] : [`${at} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`]
}

/** Does the text fit the pattern, in which … is any text? */
export function fits(pattern: string, text: string): boolean {
  return patternOf(pattern).test(text)
}

export function patternOf(pattern: string): RegExp {
  const parts = pattern.split(ellipsis).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`)
}

function ofLists(shown: readonly unknown[], real: readonly unknown[], at: string): string[] {
  const isOpen = shown.at(-1) === ellipsis
  const listed = isOpen ? shown.slice(0, -1) : shown
  if (isOpen ? real.length < listed.length : real.length !== listed.length)
    return [`${at} has ${real.length} items, not ${listed.length}`]
  return listed.flatMap((item, i) => differences(item, real[i], `${at}/${i}`))
}

function ofObjects(shown: Fields, real: Fields, at: string): string[] {
  const { [ellipsis]: more, ...listed } = shown
  const unsaid = more === undefined ? Object.keys(real).filter((name) => !(name in listed)) : []
  return [
    ...unsaid.map((name) => `${at}/${name} is not shown`),
    ...Object.entries(listed).flatMap(([name, value]) => differences(value, real[name], `${at}/${name}`)),
  ]
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
