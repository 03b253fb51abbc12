import { expect, it } from 'vitest'
import type { ComposedMessage } from '../channels/content.ts'
import type { Database } from '../engine/database.ts'
import { runtimeRules } from '../time/zone-rules.ts'
import { type ComposeParts, compose, UsedTemplates } from './compose.ts'

it('a template that is too long for one message of a batch is not tried again for those that say as much', async () => {
  const message = (i: number, body: string): ComposedMessage => ({
    ...{ id: `d${i}`, tenant: 'default', recipient: 'ana', entity: { type: 'note', id: '1' }, kind: 'once' },
    ...{
      occurrence: '2030-01-01T00:00:00Z',
      title: 'Title',
      body,
      data: null,
      dueAt: new Date('2030-01-01T00:00:00Z'),
    },
    ...{ usefulUntil: null, timezone: 'UTC', locale: 'en', channel: 'mail' },
  })
  const key = { tenant: 'default', name: 'long', locale: '' }
  let tries = 0
  const about = {
    ...{
      nowMs: Date.parse('2030-01-01T00:00:00Z'),
      body: null,
      anchors: null,
      version: null,
      location: null,
      recipientName: null,
    },
    // Only the template asks for it.
    get title() {
      tries++
      return 'Entity'
    },
  }
  const text = `{{entity.title}} ${'{{body}}'.repeat(400)}`
  const db = {
    async run(name: string, columns: readonly unknown[][]) {
      if (name === 'message-details') return columns[0]!.map(() => about)
      if (name === 'choose-templates') return [{ ...key, digest: 'one' }]
      return [{ ...key, channel: 'mail', digest: 'one', subject: 'Own', text, html: null }]
    },
  } as unknown as Database
  const quiet = () => {}
  const parts: ComposeParts = {
    ...{ db, actionsOf: async () => null, rules: runtimeRules, used: new UsedTemplates(), isChat: () => false },
    calendarsOf: async () => [],
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  }
  const messages = [...Array.from({ length: 50 }, (_, i) => message(i, 'x'.repeat(20_000))), message(50, 'short')]
  const contents = await compose(parts, 'email', messages)
  expect(contents.map(({ subject }) => subject)).toEqual([...Array(50).fill('Title'), 'Own'])
  expect(tries).toBe(2)
})
