// `belfry templates`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type Belfry,
  createBelfry,
  type Template,
  type TemplatePreview,
  type TemplateSummary,
} from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

const soon = {
  name: 'soon',
  for: { kind: '24h_before' },
  subject: 'Soon: {{title}}',
  text: '{{title}}: {{in}}\n{{data.room}}',
}

beforeEach(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.clock.set(new Date('2031-03-01T08:30:00Z'))
  cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven' })
  writeFileSync(join(cli.directory, 'soon.json'), JSON.stringify(soon))
  writeFileSync(join(cli.directory, 'wrong.json'), JSON.stringify({ ...soon, text: '{{titel}}' }))
})
afterEach(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

it('puts, lists, shows and deletes', async () => {
  expect((await cli.inside(['templates'])).stdout).toBe(
    'There are no templates of yours: messages have the built-in words.\n',
  )
  expect(await cli.json<Template>(['templates', 'put', 'soon.json'])).toMatchObject({ name: 'soon', version: 1 })
  const { items } = await cli.json<{ items: TemplateSummary[] }>(['templates'])
  expect(items).toMatchObject([{ name: 'soon', locale: null, parts: ['subject', 'text'] }])
  const listed = await cli.inside(['templates', 'list'])
  expect(listed.stdout).toMatch(/\nsoon +every +kind 24h_before +1 +subject, text\n/)
  const shown = await cli.inside(['templates', 'show', 'soon'])
  expect(shown.stdout).toContain('subject\nSoon: {{title}}\n')
  expect(await cli.inside(['templates', 'show', 'soon', '--locale', 'ko'])).toMatchObject({ code: 3 })
  expect(await cli.inside(['templates', 'delete', 'soon'])).toMatchObject({ code: 0, stdout: 'Deleted: soon.\n' })
  expect(await cli.inside(['templates', 'delete', 'soon'])).toMatchObject({ code: 3 })
})

it('says what is wrong with one', async () => {
  const refused = await cli.inside(['templates', 'put', 'wrong.json'])
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('There is no value {{titel}}.')
})

it('previews a file, a stored one, and the built-in words', async () => {
  const sample = ['--title', 'Review', '--data', '{"room":"4.12"}', '--at', '2031-03-02T08:30:00Z', '--format', 'plain']
  const draft = await cli.inside(['templates', 'preview', '--file', 'soon.json', ...sample])
  expect(draft.stdout).toBe('Built-in, or not stored.\n\nplain\nSubject: Soon: Review\n\nReview: in 24 hours\n4.12\n')
  await library.templates.put(soon)
  const fitting = await cli.json<TemplatePreview>(['templates', 'preview', '--kind', '24h_before', ...sample])
  expect(fitting).toMatchObject({ template: { name: 'soon' }, contents: { plain: { subject: 'Soon: Review' } } })
  expect(await cli.json(['templates', 'preview', 'soon', ...sample])).toEqual(fitting)
  const builtIn = await cli.inside(['templates', 'preview', '--kind', '1h_before', '--locale', 'ko', ...sample])
  expect(builtIn.stdout).toContain('Subject: Review: 24시간 후\n')
})
