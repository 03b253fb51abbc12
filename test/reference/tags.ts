// Reads a page as tags, strictly: what a browser would forgive is an error here.

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const alone = new Set(['meta', 'link', 'input', 'wbr'])

/** All elements in order. Throws at anything that is not closed, quoted or escaped as it should be. */
export function elementsOf(page: string): Element[] {
  const open: string[] = []
  const elements: Element[] = []
  const pieces = page.replace(/^<!doctype html>/, '').split(/(<[^>]*>)/)
  for (const piece of pieces) {
    if (!piece.startsWith('<')) {
      if (/[<>]|&(?!(amp|lt|gt|quot|#39);)/.test(piece)) throw new Error(`not escaped: ${piece.slice(0, 80)}`)
      continue
    }
    const closing = /^<\/([a-z0-9]+)>$/.exec(piece)
    if (closing) {
      if (open.pop() !== closing[1]) throw new Error(`${piece} closes nothing`)
      continue
    }
    const element = elementOf(piece)
    elements.push(element)
    if (!alone.has(element.name)) open.push(element.name)
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(' ')}`)
  return elements
}

function elementOf(tag: string): Element {
  const [, name, rest] = /^<([a-z0-9]+)((?: [a-z-]+(?:="[^"]*")?)*)>$/.exec(tag) ?? []
  if (name === undefined || rest === undefined) throw new Error(`not a tag: ${tag.slice(0, 80)}`)
  const attributes = [...rest.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map(
    ([, key, value]) => [key!, value ?? ''] as const,
  )
  return { name, attributes: new Map(attributes) }
}

export function valuesOf(elements: readonly Element[], attribute: string): string[] {
  return elements.flatMap(({ attributes }) => attributes.get(attribute) ?? [])
}
