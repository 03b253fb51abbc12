// docs/reference/errors.md lists every code, with its status and meaning.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type ProblemCode, problemCodes, statusOf } from '../../src/http/problem.ts'

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8')

it('the page lists every code, and no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.*?) \| \S.* \|$/gm)].map(([, code, status, meaning]) => ({
    ...{ code, status, meaning },
  }))
  const codes = (Object.keys(problemCodes) as ProblemCode[]).map((code) => ({
    ...{ code, status: String(statusOf(code)), meaning: problemCodes[code] },
  }))
  const byCode = (a: { code?: string }, b: { code?: string }) => (a.code ?? '').localeCompare(b.code ?? '')
  expect(rows.toSorted(byCode)).toEqual(codes.toSorted(byCode))
})
