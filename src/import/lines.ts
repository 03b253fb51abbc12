// JSON lines: one object a line, from a list, a generator or a stream of bytes. A line that cannot be read is an outcome, not
// the end of the import.

import { Readable } from 'node:stream'
import { BelfryError } from '../errors.ts'

export type Lines = AsyncIterable<string> | Iterable<string> | Readable

export type ReadLine =
  | { readonly line: number; readonly object: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly error: BelfryError }

/** Far above any row of these tables; a file without line breaks must not fill the memory. */
const lineCharsMax = 1_000_000
const accepted = 'one JSON object a line'

export async function* readLines(lines: Lines): AsyncGenerator<ReadLine> {
  let line = 0
  for await (const text of lines instanceof Readable ? splitLines(lines, lineCharsMax) : lines) {
    line++
    const read = parseLine(line === 1 && typeof text === 'string' ? text.replace(/^\uFEFF/, '') : text)
    if (read !== null) yield read instanceof BelfryError ? { line, error: read } : { line, object: read }
  }
}

/** Null for an empty line. */
function parseLine(text: unknown): Readonly<Record<string, unknown>> | BelfryError | null {
  if (typeof text !== 'string') return refused('Expected a text.')
  if (text.length > lineCharsMax) return refused('The line is too long.')
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    return refused('Not JSON.')
  }
  return refused('Not a JSON object.')
}

function refused(what: string): BelfryError {
  return new BelfryError('invalid_input', what, { accepted })
}

/** By hand rather than by readline, which swallows the errors of its stream and keeps lines of any length. */
export async function* splitLines(stream: Readable, charsMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true })
    const parts = rest.split('\n')
    // Of a line that is too long only enough is kept to say so.
    rest = parts.pop()!.slice(0, charsMax + 1)
    yield* parts
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
