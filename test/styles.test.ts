// A style sheet of one page stays when somebody goes on to another: a class that two of them style looks otherwise after a visit than before.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../web/src/styles/', import.meta.url)
/** Loaded with every page, before any of these. */
const everywhere: readonly string[] = readFileSync(new URL('index.css', folder), 'utf8').match(/[\w-]+\.css/g) ?? []

function selectorsOf(file: string): string[] {
  const text = readFileSync(new URL(file, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].flatMap(([, list]) => list!.split(','))
}

/** Classes with which a selector of this file begins: it styles them wherever they are. */
function firstClasses(file: string): Set<string> {
  return new Set(selectorsOf(file).flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []))
}

it('no class that a page styles is used by the style sheet of another', () => {
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css') && !everywhere.includes(file))
  const shared = new Set(everywhere.flatMap((file) => [...firstClasses(file)]))
  const uses = (file: string, name: string) =>
    selectorsOf(file).some((selector) => new RegExp(`\\.${name}(?![\\w-])`).test(selector))
  const clashes = sheets.flatMap((file) =>
    [...firstClasses(file)]
      .filter((name) => !shared.has(name))
      .flatMap((name) =>
        sheets.filter((other) => other !== file && uses(other, name)).map((other) => `.${name} of ${file} in ${other}`),
      ),
  )
  expect(clashes).toEqual([])
})
