// A page that the index does not name is found by nobody, and neither is a namespace that no page names.

import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { pagesUnder, readPage, root } from './fences.ts'

it('the index of the documentation names every page', () => {
  const links = [...readPage('docs/README.md').matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link)
  const named = links.map((link) => normalize(join('docs', link)))
  const all = ['guides', 'operating', 'reference', 'decisions'].flatMap((folder) => pagesUnder(`docs/${folder}`))
  expect(all.filter((page) => !named.includes(page))).toEqual([])
})

it('the settings page has every namespace that logs', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const logging = sources.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const texts = logging.map((path) => readFileSync(join(root, 'src', path), 'utf8'))
  const used = texts.flatMap((text) => [...text.matchAll(/namespaced\([\w.]+, '(\w+)'/g)].map(([, name]) => name!))
  const page = readPage('docs/operating/configuration.md')
  const [, listed = ''] = /Namespaces for `DEBUG` are ([^:]*?), alone or/.exec(page) ?? []
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...new Set(used)].sort())
})
