// The client's list of paths is made from the routes. `npx vitest run test/http/client-operations.test.ts -u` writes it anew.

import { expect, it } from 'vitest'
import { api } from '../../src/http/api.ts'
import type { AnyRoute } from '../../src/http/route.ts'

it('the client knows every route', async () => {
  const nouns = Object.entries(api).map(([noun, verbs]) => {
    const lines = Object.entries(verbs).map(([verb, one]) => {
      const { method, path, query } = one as unknown as AnyRoute
      const names = Object.keys(query?.shape ?? {}).map((name) => `'${name}'`)
      return `    ${verb}: ['${method}', '${path}', [${names.join(', ')}]],`
    })
    return `  ${noun}: {\n${lines.join('\n')}\n  },`
  })
  const text = `// Made from the routes by test/http/client-operations.test.ts: method, path, names of query parameters.

// biome-ignore format: one line a route
export const operations = {
${nouns.join('\n')}
} as const
`
  await expect(text).toMatchFileSnapshot('../../src/client/operations.ts')
})
