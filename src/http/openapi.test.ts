import { expect, it } from 'vitest'
import { allRoutes } from './api.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiDocument } from './reference/document.ts'
import { bookOf } from './reference/operations.ts'

const book = bookOf(openApiDocument('1.0.0') as unknown as OpenApiDocument)

it('lists operations in the order of the routes, on the page too', () => {
  const listed = book.nouns.flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(listed).toEqual(allRoutes.map(([name]) => name))
  expect(listed[0]).toBe('reminders.schedule')
})
