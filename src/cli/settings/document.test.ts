// docs/operating/configuration.md lists every setting as the table has it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settingNames, settings } from './table.ts'

const page = readFileSync(new URL('../../../docs/operating/configuration.md', import.meta.url), 'utf8')

function row(name: (typeof settingNames)[number]): string {
  const { env, kind, default: fallback, secret, about } = settings[name]
  const shown = Array.isArray(fallback) ? fallback.join(',') : fallback
  const value = shown === null || shown === '' ? '' : `\`${shown}\``
  const words = secret === 'value' ? `${about} Secret.` : about
  return `| \`${name}\` | \`${env}\` | ${value} | ${kind.accepted.replaceAll('|', '\\|')} | ${words} |`
}

it('the page lists the settings, in the order of the table, and no other', () => {
  const listed = page.split('\n').filter((line) => /^\| `\w+` \| `[A-Z_]+` \|/.test(line))
  expect(listed).toEqual(settingNames.map(row))
})
