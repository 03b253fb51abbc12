// JSON from outside: parsed once, and never deeper than anything here can need. Code that walks what it was given (and
// PostgreSQL's) is recursive; a body of a megabyte of brackets must not get that far.

import { Problem } from './problem.ts'

export const depthMax = 32

export function parseJson(text: string): unknown {
  if (text === '') return undefined
  if (isTooDeep(text))
    throw new Problem('malformed_json', `The body is nested more than ${depthMax} deep.`, { pointer: '' })
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('malformed_json', 'The body is not JSON.', { pointer: '' })
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfString(text, i)
        break
      case 0x5b:
      case 0x7b:
        depth += 1
        if (depth > depthMax) return true
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    i = text.indexOf('"', i)
    if (i < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(i - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return i
  }
  return text.length
}
