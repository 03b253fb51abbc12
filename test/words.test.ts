// What the pages say: particles fit what they follow, and nothing is written that no page says.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', 'src', 'web/src'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

it('a Korean particle after a value is chosen by withParticle', () => {
  const fixed =
    /\$\{(?!withParticle)[^{}]+\}[”’]?(은|는|이|가|을|를|과|와|으?로|\(으\)로|이?에요|예요|이고|이지만|였어요)(?=[\s.,:?!`는])/g
  const found = files.flatMap((file) => [...textOf(file).matchAll(fixed)].map(([text]) => `${file}: ${text}`))
  expect(found).toEqual([])
})
