// Templates in HTML, read strictly: every tag is allowed, closed in its order and written with quoted attributes, and every
// placeholder stands where its value can be escaped for good. Whatever is unclear is refused when the template is put, with its
// place; nothing is repaired.

import { type AttributeKind, type MarkupRules, voidElements } from './markup-rules.ts'
import { Scanner } from './scanner.ts'
import { type Piece, Pieces } from './template.ts'

const depthMax = 100
const nameCharsMax = 40

export function readMarkup(text: string, field: string, rules: MarkupRules): readonly Piece[] {
  return scanMarkup(new Scanner(text, field), rules)
}

export function scanMarkup(scanner: Scanner, rules: MarkupRules): readonly Piece[] {
  const reading: Reading = { scanner, rules, pieces: new Pieces(scanner), open: [] }
  while (!scanner.isEnd) readContent(reading)
  reading.pieces.flush()
  const unclosed = reading.open.at(-1)
  if (unclosed) throw scanner.refuse(`<${unclosed}> is not closed`, 'every element closed')
  return reading.pieces.list
}

interface Reading {
  readonly scanner: Scanner
  readonly rules: MarkupRules
  readonly pieces: Pieces
  /** Elements that are open, the innermost last. */
  readonly open: string[]
}

function readContent(reading: Reading): void {
  const { scanner, rules, pieces } = reading
  switch (scanner.peek()) {
    case '{':
      if (isPlaceholder(scanner)) pieces.placeholder(rules.form)
      else scanner.at++
      break
    case '<':
      readTag(reading)
      break
    case '&':
      readEntity(reading)
      break
    default:
      scanner.at++
  }
}

function isPlaceholder({ text, at }: Scanner): boolean {
  return text.startsWith('{{', at)
}

function readEntity({ scanner, rules }: Reading): void {
  const from = scanner.at
  scanner.take('&')
  const name = scanner.takeWhile((character) => /[A-Za-z0-9#]/.test(character), nameCharsMax)
  if (rules.entities === null) return
  if (scanner.take(';') && (rules.entities.has(name) || /^#(\d{1,7}|x[0-9a-f]{1,6})$/i.test(name))) return
  throw scanner.refuse('An & that Telegram cannot read', '&amp;, &lt;, &gt;, &quot; and numbers like &#8212;', from)
}

function readTag(reading: Reading): void {
  const { scanner, rules, open } = reading
  const from = scanner.at
  scanner.take('<')
  const isEnd = scanner.take('/')
  const name = scanner.takeWhile((character) => /[A-Za-z0-9]/.test(character), nameCharsMax).toLowerCase()
  if (name === '') throw scanner.refuse('A < that begins no tag', 'tags, and &lt; for the sign', from)
  if (!rules.elements.has(name)) throw scanner.refuse(`<${name}> is not allowed`, rules.accepted, from)
  if (isEnd) {
    readSpace(scanner)
    if (!scanner.take('>') || open.pop() !== name)
      throw scanner.refuse(`</${name}> closes nothing`, 'elements closed in the order in which they were opened', from)
    return
  }
  readAttributes(reading, name)
  if (voidElements.has(name)) return
  if (open.length >= depthMax) throw scanner.refuse('Too deep', `at most ${depthMax} elements in each other`, from)
  open.push(name)
}

function readAttributes(reading: Reading, element: string): void {
  const { scanner } = reading
  for (;;) {
    const from = scanner.at
    const space = readSpace(scanner)
    if (scanner.take('>')) return
    if (voidElements.has(element) && scanner.take('/>')) return
    const name = scanner.takeWhile((character) => /[A-Za-z0-9-]/.test(character), nameCharsMax).toLowerCase()
    if (name === '' || space === '')
      throw scanner.refuse(`<${element}> cannot be read`, 'attributes like class="wide", and > at the end', from)
    readAttribute(reading, name)
  }
}

function readSpace(scanner: Scanner): string {
  return scanner.takeWhile((character) => character === ' ' || character === '\n' || character === '\t')
}

function readAttribute(reading: Reading, name: string): void {
  const { scanner, rules, pieces } = reading
  const from = scanner.at - name.length
  const kind = Object.hasOwn(rules.attributes, name) ? rules.attributes[name]! : undefined
  if (name.startsWith('on')) throw scanner.refuse(`The event handler ${name} is not allowed`, rules.accepted, from)
  if (!kind) throw scanner.refuse(`The attribute ${name} is not allowed`, rules.accepted, from)
  const quote = scanner.take('="') ? '"' : scanner.take("='") ? "'" : null
  if (quote === null) throw scanner.refuse(`${name} has no quotes`, `${name}="…"`, from)
  pieces.flush()
  const first = pieces.list.length
  readValue(reading, quote, kind)
  pieces.flush()
  const value = pieces.list.slice(first)
  scanner.at++
  checkValue(reading, { name, kind, value, first, from })
}

/** Up to the quote that ends it. */
function readValue({ scanner, pieces }: Reading, quote: string, kind: AttributeKind): void {
  for (let next = scanner.peek(); next !== quote; next = scanner.peek()) {
    if (next === '') throw scanner.refuse('An attribute does not end', `${quote} at its end`)
    if (next === '<' || next === '>') throw scanner.refuse(`A ${next} in an attribute`, '&lt; and &gt;')
    if (next !== '{' || !isPlaceholder(scanner)) scanner.at++
    else if (kind === 'text' || kind === 'link') pieces.placeholder(kind === 'text' ? 'attribute' : 'urlPart')
    else
      throw scanner.refuse('A placeholder in such an attribute', 'placeholders between tags, in links, alt and title')
  }
}

interface Attribute {
  readonly name: string
  readonly kind: AttributeKind
  readonly value: readonly Piece[]
  /** Where its value stands among the pieces. */
  readonly first: number
  readonly from: number
}

const harmful = ['url(', 'expression', 'javascript', 'behavior', 'import', '\\', '/*', '&']

function checkValue({ scanner, rules, pieces }: Reading, { name, kind, value, first, from }: Attribute): void {
  const [begins = ''] = value
  if (kind === 'style') {
    const style = String(begins).toLowerCase()
    if (harmful.some((word) => style.includes(word)))
      throw scanner.refuse('A style that could load or run something', 'plain declarations', from)
    return
  }
  if (kind !== 'link') return
  // The address of a link that is one value is looked at when the value is known.
  if (value.length === 1 && typeof begins !== 'string') {
    pieces.become(first, name === 'src' || rules.form === 'chat' ? 'webUrl' : 'url')
    return
  }
  const isKnown = typeof begins === 'string' && rules.schemes.some((scheme) => begins.toLowerCase().startsWith(scheme))
  const isPlain = value.every((piece) => typeof piece !== 'string' || !/[\s\p{Cc}]/u.test(piece))
  if (!isKnown || !isPlain) {
    const accepted = `a link that begins with ${rules.schemes.join(', ')}, or is one placeholder`
    throw scanner.refuse(`Not a link that is allowed in ${name}`, accepted, from)
  }
}
