// The fenced blocks of a page, in order.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Fence {
  /** `docs/guides/http.md:12`, as an editor opens it. */
  readonly place: string
  /** The heading that it stands under. */
  readonly section: string
  readonly language: string
  readonly text: string
}

export function readPage(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8')
}

export function pagesUnder(folder: string): string[] {
  return readdirSync(`${root}/${folder}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

export function fencesOf(path: string): Fence[] {
  const fences: Fence[] = []
  let section = ''
  let open: { line: number; language: string; lines: string[] } | undefined
  for (const [i, line] of readPage(path).split('\n').entries()) {
    const [, language] = /^```(\S*)$/.exec(line) ?? []
    if (open === undefined) {
      if (line.startsWith('#')) section = line
      if (language !== undefined) open = { line: i + 1, language, lines: [] }
    } else if (language === '') {
      const { line: first, language: own, lines } = open
      fences.push({ place: `${path}:${first}`, section, language: own, text: lines.join('\n') })
      open = undefined
    } else open.lines.push(line)
  }
  if (open) throw new Error(`${path}:${open.line}: a block that does not end`)
  return fences
}
