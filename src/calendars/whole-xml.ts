// Whether an XML document is there to its last tag. The parser behind CalDAV takes one that breaks off for a shorter one, and a list
// that is shorter is one from which something was removed. Deeper or wider than any server writes it is not looked at either.

const depthMax = 100
/** Of one tag, with its attributes. */
const tagCharsMax = 10_000
/** Inside of an answer about one thing; answers there may be as many as there are things. */
const childrenMax = 1_000

interface Open {
  readonly name: string
  children: number
}

export function isWholeXml(text: string): boolean {
  const open: Open[] = []
  let isClosed = false
  for (let at = 0; at < text.length; ) {
    const from = text.indexOf('<', at)
    const between = text.slice(at, from < 0 ? text.length : from)
    if (open.length === 0 && /[^\s\uFEFF]/.test(between)) return false
    if (from < 0) break
    const to = endOf(text, from)
    if (to === null) return false
    at = to
    const tag = text.slice(from, Math.min(to, from + tagCharsMax + 1))
    if (/^<(?:\?|!--)/.test(tag)) continue
    if (tag.startsWith('<!')) {
      if (open.length === 0) return false
      continue
    }
    if (tag.length > tagCharsMax || (open.length === 0 && isClosed)) return false
    if (!take(tag, open)) return false
    isClosed = open.length === 0
  }
  return isClosed && open.length === 0
}

/** One tag; false: it has no place here. */
function take(tag: string, open: Open[]): boolean {
  const [, slash, name] = /^<(\/?)([^\s<>/="'&]+)/.exec(tag) ?? []
  if (name === undefined) return false
  if (slash === '/') return open.pop()?.name === name
  const around = open.at(-1)
  if (around && ++around.children > childrenMax && open.length > 1) return false
  if (!tag.endsWith('/>')) open.push({ name, children: 0 })
  return open.length <= depthMax
}

/** Behind it; null: it does not end, or is a declaration, which nobody needs here. */
function endOf(text: string, from: number): number | null {
  const until = (end: string) => {
    const found = text.indexOf(end, from)
    return found < 0 ? null : found + end.length
  }
  if (text.startsWith('<!--', from)) return until('-->')
  if (text.startsWith('<![CDATA[', from)) return until(']]>')
  if (text.startsWith('<?', from)) return until('?>')
  if (text.startsWith('<!', from)) return null
  for (let i = from + 1; i < text.length; i++) {
    const character = text[i]
    if (character === '>') return i + 1
    if (character === '<') return null
    if (character === '"' || character === "'") i = text.indexOf(character, i + 1)
    if (i < 0) return null
  }
  return null
}
