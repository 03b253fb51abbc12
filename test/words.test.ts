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

it('every word is said by a page', () => {
  const said = files.filter((file) => /^web\/src\/(?!words\/)/.test(file)).map(textOf)
  const identifiers = new Set(said.flatMap((text) => text.match(/\w+/g) ?? []))
  const lists = files.filter((file) => file.startsWith('web/src/words/')).map((file) => [file, textOf(file)] as const)
  // Those are looked up by what the server says.
  const own = lists.filter(([, text]) => !text.includes('Words<Readonly<Record<'))
  const words = own.flatMap(([file, text]) => {
    const [, english = ''] = /\n {2}en: \{\n([\s\S]*?)\n {2}\},\n/.exec(text) ?? []
    return [...english.matchAll(/^ {4}(\w+):/gm)].map(([, word]) => ({ file, word: word! }))
  })
  expect(words.length).toBeGreaterThan(1_000)
  expect(words.filter(({ word }) => !identifiers.has(word)).map(({ file, word }) => `${file} ${word}`)).toEqual([])
})
