// A page that the index does not name is found by nobody.

import { join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { pagesUnder, readPage } from './fences.ts'

it('the index of the documentation names every page', () => {
  const links = [...readPage('docs/README.md').matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link)
  const named = links.map((link) => normalize(join('docs', link)))
  const all = ['guides', 'operating', 'reference', 'decisions'].flatMap((folder) => pagesUnder(`docs/${folder}`))
  expect(all.filter((page) => !named.includes(page))).toEqual([])
})
