// The page as a whole: sound, reachable, self-contained, and deaf to whatever a document says.

import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/http/reference/document.ts'
import { readReferenceAssets, renderReference } from '../../src/http/reference/render.ts'
import { sampleDocument } from './sample-document.ts'
import { elementsOf, valuesOf } from './tags.ts'

const page = renderReference(sampleDocument, { codes: { already_sent: 'The send had begun before the request came.' } })
const elements = elementsOf(page)
const named = (name: string) => elements.filter((element) => element.name === name)
const [style, script] = readReferenceAssets()

describe('the page', () => {
  it('has a language, a title, landmarks, one head and a way past the navigation', () => {
    expect(named('html')[0]?.attributes.get('lang')).toBe('en')
    expect(page).toContain('<title>Belfry: API reference</title>')
    for (const landmark of ['header', 'nav', 'main', 'h1']) expect(named(landmark)).toHaveLength(1)
    expect(named('a')[0]?.attributes.get('href')).toBe('#content')
  })

  it('has a section for each operation, named by its id, and a link to it', () => {
    const ids = Object.values(sampleDocument.paths).flatMap((item) =>
      [item.get, item.put, item.post, item.delete].flatMap((operation) => operation?.operationId ?? []),
    )
    expect(ids).toHaveLength(11)
    const sections = named('section').flatMap(({ attributes }) => attributes.get('id') ?? [])
    expect(sections).toEqual(expect.arrayContaining(['begin', 'errors', ...ids]))
    expect(valuesOf(named('a'), 'href')).toEqual(expect.arrayContaining(ids.map((id) => `#${id}`)))
  })

  it('has ids that are there once, and points to nothing that is not there', () => {
    const ids = valuesOf(elements, 'id')
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const links = valuesOf(named('a'), 'href').filter((href) => href.startsWith('#'))
    const wanted = [
      ...links.map((href) => href.slice(1)),
      ...['for', 'aria-labelledby', 'aria-controls'].flatMap((name) => valuesOf(elements, name)),
    ]
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('has a label for each field that can be filled in', () => {
    const labelled = valuesOf(named('label'), 'for')
    const fields = [...named('input'), ...named('select'), ...named('textarea')]
    expect(fields.length).toBeGreaterThan(30)
    expect(valuesOf(fields, 'id').filter((id) => !labelled.includes(id))).toEqual([])
  })

  it('fits a strict policy: no inline script or style, nothing from another host', () => {
    expect(valuesOf(elements, 'style')).toEqual([])
    expect(named('style')).toEqual([])
    expect(elements.flatMap(({ attributes }) => [...attributes.keys()].filter((key) => key.startsWith('on')))).toEqual(
      [],
    )
    expect(named('script').map(({ attributes }) => attributes.get('src'))).toEqual(['/docs/reference.js'])
    const loaded = [...valuesOf(elements, 'src'), ...valuesOf(named('link'), 'href')]
    expect(loaded.filter((address) => !/^\/docs\/|^data:image\/svg/.test(address))).toEqual([])
    expect(style?.text).not.toMatch(/url\(|@import/)
    expect(script?.text).not.toMatch(/https?:\/\//)
  })

  it('says what an operation needs: scope, parameters, body, answers, codes', () => {
    const [, section] = /<section class="operation" id="reminders.cancel"(.*?)<\/section>/s.exec(page) ?? []
    expect(section).toContain('an API key with the scope <span class="badge scope">write</span>')
    expect(section).toContain('<code><span class="parent"></span>Idempotency-Key</code>')
    expect(section).toContain('<code>already_sent</code> The send had begun before the request came.')
    expect(section).toContain('<span class="status good">200</span>')
    expect(page).toContain('Who may call it: everybody, without a key.')
    expect(page).toContain('scope">read</span>, or a recipient token.')
  })

  it('can be served elsewhere', () => {
    const other = renderReference(sampleDocument, { base: '/x/docs', documentUrl: '/x/openapi.json' })
    expect(other).toContain('href="/x/docs/reference.css"')
    expect(other).toContain('href="/x/openapi.json"')
  })
})

describe('text from the document', () => {
  const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)></textarea></title>&amp; & &lt;`
  const structural = new Set(['$ref', 'in', 'type', 'openapi'])

  /** The same document with every text, also the names of things, made hostile. */
  function poisoned(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return structural.has(key) ? value : `${value}${hostile}`
    if (Array.isArray(value)) return value.map((item) => poisoned(item))
    if (typeof value !== 'object' || value === null) return value
    const isNames = ['properties', 'examples', 'content', 'headers', 'responses', 'paths'].includes(key)
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        isNames ? `${name}${hostile}` : name,
        poisoned(item, isNames ? '' : name),
      ]),
    )
  }

  it('cannot become anything but text', () => {
    const shapes = (list: typeof elements) =>
      new Set(list.flatMap(({ name, attributes }) => [name, ...attributes.keys()].map((word) => word)))
    const bad = elementsOf(renderReference(poisoned(sampleDocument) as OpenApiDocument))
    const known = shapes(elements)
    expect([...shapes(bad)].filter((word) => !known.has(word))).toEqual([])
    expect(bad.filter(({ name }) => name === 'script')).toHaveLength(1)
    expect(bad.length).toBeGreaterThan(elements.length / 2)
  })

  it('makes links of plain addresses only', () => {
    const described = (description: string) =>
      renderReference({ ...sampleDocument, info: { ...sampleDocument.info, description } })
    expect(described('[here](https://example.com/a)')).toContain('<a href="https://example.com/a"')
    for (const address of ['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'JaVaScRiPt:x'])
      expect(described(`[here](${address})`)).toContain(`[here](${address})`)
  })

  it('is shown although the document is hardly one', () => {
    const empty = renderReference({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} })
    expect(elementsOf(empty).filter(({ name }) => name === 'main')).toHaveLength(1)
    const dangling: OpenApiDocument = {
      ...sampleDocument,
      components: {},
      paths: { '/a': { get: { responses: { 200: { $ref: '#/nowhere' } } } }, ...sampleDocument.paths },
    }
    expect(elementsOf(renderReference(dangling)).length).toBeGreaterThan(100)
  })
})

describe('the script', () => {
  it('keeps the key nowhere and puts answers in as text', () => {
    expect(script?.text).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|caches\b/)
    expect(script?.text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/)
  })
})

describe('the style', () => {
  const [light, dark] = [...(style?.text ?? '').matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => colours(block!))

  it('reads well: 4.5 to 1 for text, 3 to 1 for the edges of fields, light and dark', () => {
    for (const scheme of [light!, { ...light, ...dark! }]) {
      const weak = pairs().filter(([text, ground, least]) => contrast(scheme[text]!, scheme[ground]!) < least)
      expect(weak).toEqual([])
    }
  })

  it('would notice', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrast('#000000', '#ffffff')).toBe(21)
  })
})

function pairs(): (readonly [text: string, ground: string, least: number])[] {
  const onPage = ['text', 'dim', 'accent', 'server'].map((text) => [text, 'page', 4.5] as const)
  const onCode = ['text', 'c-key', 'c-text', 'c-number', 'c-word', 'c-comment'].map(
    (text) => [text, 'code', 4.5] as const,
  )
  const badges = ['get', 'post', 'put', 'delete', 'good', 'caller', 'server', 'accent']
  return [
    ...onPage,
    ...onCode,
    ...badges.map((name) => [name, `${name}-soft`, 4.5] as const),
    ['page', 'accent', 4.5],
    ['line-strong', 'page', 3],
  ]
}

function colours(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]),
  )
}

/** WCAG 2.2, relative luminance. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
