import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { allRoutes } from './api.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiDocument } from './reference/document.ts'
import { bodyMedia, bookOf } from './reference/operations.ts'
import { placeholder, sampleOf, sampleOfMedia } from './reference/sample.ts'

const book = bookOf(openApiDocument('1.0.0') as unknown as OpenApiDocument)

it('lists operations in the order of the routes, on the page too', () => {
  const listed = book.nouns.flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(listed).toEqual(allRoutes.map(([name]) => name))
  expect(listed[0]).toBe('reminders.schedule')
})

/** Every string of a sample, with the way to it. */
function textsOf(value: unknown, way: string): [way: string, text: string][] {
  if (typeof value === 'string') return [[way, value]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => textsOf(inner, `${way}/${key}`))
}

it('shows real words in every sample, none of the kind that stands in for any text', () => {
  const texts = book.nouns.flatMap(({ operations }) =>
    operations.flatMap(({ id, body, answers }) => {
      const asked = sampleOfMedia(bodyMedia(body)?.[1], book.document, book.lookup, 'brief')
      const told = answers.map(({ media }) => sampleOfMedia(media, book.document, book.lookup, 'whole'))
      return textsOf([asked, ...told], id)
    }),
  )
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter(([, text]) => text === placeholder)).toEqual([])
})

it('gives examples that its own schemas accept', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(book.document, 'document')
  const flaws = Object.entries(book.document.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const isRight = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    return isRight(sampleOf(schema, book.lookup, 'whole')) ? [] : [`${name}: ${ajv.errorsText(isRight.errors)}`]
  })
  expect(flaws).toEqual([])
})
