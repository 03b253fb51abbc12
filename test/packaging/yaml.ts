// The part of YAML that the compose files are written in: maps, lists, quoted and plain texts, lists in brackets. Anything else
// (tabs, anchors, a key twice, an odd indentation) is an error, and none of it belongs into these files.

export type Yaml = string | null | readonly Yaml[] | { readonly [key: string]: Yaml }

interface Line {
  readonly number: number
  readonly indent: number
  readonly text: string
}

export function parseYaml(text: string): Yaml {
  const lines = text.split('\n').flatMap((raw, i): Line[] => {
    const content = raw.trim()
    if (content === '' || content.startsWith('#')) return []
    if (raw.includes('\t')) throw fault(i + 1, 'a tab')
    return [{ number: i + 1, indent: raw.length - raw.trimStart().length, text: content }]
  })
  const [value, rest] = block(lines, lines[0]?.indent ?? 0)
  if (rest.length > 0) throw fault(rest[0]!.number, 'an indentation that fits nothing')
  return value
}

function fault(line: number, message: string): Error {
  return new Error(`line ${line}: ${message}`)
}

/** The block at this indentation, and the lines after it. */
function block(lines: readonly Line[], indent: number): [Yaml, readonly Line[]] {
  const end = lines.findIndex((line) => line.indent < indent)
  const own = end < 0 ? lines : lines.slice(0, end)
  const rest = end < 0 ? [] : lines.slice(end)
  const value = own[0]?.text.startsWith('- ') ? list(own, indent) : map(own, indent)
  return [value, rest]
}

function list(lines: readonly Line[], indent: number): Yaml {
  return lines.map((line) => {
    if (line.indent !== indent || !line.text.startsWith('- ')) throw fault(line.number, 'not an item of the list')
    return scalar(line.number, line.text.slice(2).trim())
  })
}

function map(lines: readonly Line[], indent: number): Yaml {
  const found: Record<string, Yaml> = {}
  for (let rest = lines; rest.length > 0; ) {
    const [line, ...below] = rest as [Line, ...Line[]]
    const [, key, given = ''] = /^([\w-]+):(?: (.*))?$/.exec(line.text) ?? []
    if (line.indent !== indent || key === undefined) throw fault(line.number, `not a key: ${line.text}`)
    if (key in found) throw fault(line.number, `${key} is there twice`)
    const next = below[0]
    if (given !== '' || next === undefined || next.indent <= indent) {
      found[key] = given === '' ? null : scalar(line.number, given.trim())
      rest = below
    } else [found[key], rest] = block(below, next.indent)
  }
  return found
}

function scalar(line: number, text: string): Yaml {
  if (text.startsWith('"') || text.startsWith('[')) {
    try {
      return JSON.parse(text) as Yaml
    } catch {
      throw fault(line, `an open quote or bracket: ${text}`)
    }
  }
  if (/^[&*!|>{'%@`]|: | #/.test(text)) throw fault(line, `write it in quotes: ${text}`)
  return text
}
