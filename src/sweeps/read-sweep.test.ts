import { describe, expect, it } from 'vitest'
import { readSweep } from './read-sweep.ts'

const named = { channels: new Set(['in_app', 'email']), connections: new Set(['app']) }
const sweep = { name: 'tasks', every: 'PT1H', source: { table: 'tasks' } }
const read = (more: object = {}) => readSweep({ ...sweep, ...more }, named)
const from = (source: object) => read({ source: { table: 'tasks', ...source } })

describe('a definition', () => {
  it('has defaults', () => {
    expect(read().definition).toMatchObject({
      ...{ name: 'tasks', timezone: 'UTC', enabled: true, fromMs: 0, toMs: 86_400_000, entityType: 'tasks' },
      ...{ kind: 'due_soon', overdueKind: 'overdue', plan: null, coolDownMs: null, toleranceMs: 3_600_000 },
      ...{ limit: null, batchSize: 1_000, title: null, body: null, channels: null },
      source: {
        ...{ table: ['tasks'], connection: null, id: 'id', due: 'due_at', recipient: null, status: null },
        ...{ reminderSentAt: null, timezone: 'UTC', columns: {} },
      },
    })
  })

  it('is stored as it was described, and read again it is the same', () => {
    const whole = {
      ...{
        timezone: 'Asia/Seoul',
        window: { from: 'PT23H', to: 'PT25H' },
        kind: 'soon',
        overdueKind: null,
        coolDown: 'P1D',
      },
      ...{
        message: { title: '{title}', channels: ['email'] },
        limit: 10,
        batchSize: 5,
        enabled: false,
        tolerance: 'PT5M',
      },
      source: {
        ...{ table: 'app."Tasks"', connection: 'app', recipient: 'owner', reminderSentAt: 'sent', timezone: 'UTC' },
        ...{ status: { column: 'state', in: ['OPEN'] }, columns: { title: 'Name' } },
        recipients: { timezone: 'zone', addresses: { email: 'mail' } },
      },
    }
    const { definition, stored } = read(whole)
    expect(stored).toEqual({ ...sweep, ...whole })
    expect(readSweep(stored, named).definition).toEqual(definition)
    expect(definition.source).toMatchObject({ table: ['app', 'Tasks'] })
  })

  it('of a function is stored without it', () => {
    const items = () => []
    const { stored, items: kept } = read({ source: { items } })
    expect(kept).toBe(items)
    expect(stored.source).toEqual({ items: 'function' })
    expect(readSweep(stored, named)).toMatchObject({ definition: { source: 'function' }, items: null })
  })
})

describe('what is refused, and where', () => {
  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'a b' }, '/name'],
    [{ every: undefined }, '/every'],
    [{ every: 'PT10S' }, '/every'],
    [{ every: '0 0 30 2 *' }, '/every'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ window: { to: 'PT0S' } }, '/window/to'],
    [{ window: { from: 'PT2H', to: 'PT1H' } }, '/window/to'],
    [{ window: { from: '-PT1H', to: 'PT1H' } }, '/window/from'],
    [{ window: {} }, '/window/to'],
    [{ kind: 'overdue' }, '/overdueKind'],
    [{ plan: ['-PT1H'] }, '/source/recipient'],
    [{ message: { channels: ['fax'] } }, '/message/channels/0'],
    [{ message: { text: 'x' } }, '/message/text'],
    [{ coolDown: 'soon' }, '/coolDown'],
    [{ tolerance: '-PT1H' }, '/tolerance'],
    [{ limit: 0 }, '/limit'],
    [{ batchSize: 10_001 }, '/batchSize'],
    [{ enabled: 1 }, '/enabled'],
    [{ evry: 'PT1H' }, '/evry'],
    [{ source: undefined }, '/source'],
    [{ source: { items: 5 } }, '/source/items'],
    [{ source: { items: () => [], table: 'tasks' } }, '/source/table'],
  ])('%j', (more, field) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ name: 'BelfryError', field }))
  })

  it.each([
    [{ table: 'belfry.reminders' }, '/source/table'],
    [{ table: '"belfry".keys' }, '/source/table'],
    [{ table: 'pg_catalog.pg_authid' }, '/source/table'],
    [{ table: 'information_schema.tables' }, '/source/table'],
    [{ table: 'pg_toast.x' }, '/source/table'],
    [{ table: 'tasks; drop table tasks' }, '/source/table'],
    [{ table: 'a.b.c' }, '/source/table'],
    [{ table: '' }, '/source/table'],
    [{ id: '' }, '/source/id'],
    [{ due: 'x'.repeat(64) }, '/source/due'],
    [{ recipient: 5 }, '/source/recipient'],
    [{ connection: 'postgres://user:secret@host/db' }, '/source/connection'],
    [{ connection: 'other' }, '/source/connection'],
    [{ status: { column: 'status', in: [] } }, '/source/status/in'],
    [{ status: 'OPEN' }, '/source/status'],
    [{ columns: { 'a b': 'x' } }, '/source/columns'],
    [{ columns: { a: '' } }, '/source/columns/a'],
    [{ recipients: { addresses: { fax: 'number' } } }, '/source/recipients/addresses/fax'],
    [{ password: 'x' }, '/source/password'],
    [{ database: 'postgres://x' }, '/source/database'],
  ])('source %j', (source, field) => {
    expect(() => from(source)).toThrow(expect.objectContaining({ name: 'BelfryError', field }))
  })
})
