// What one tenant exports, another can take in: it then exports the same, and rings the same.

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry, type Message, memoryChannel } from '../../src/index.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { gathered } from './backing-up.ts'
import { live, story } from './tenant-story.ts'

let database: TestDatabase
let test: TestBelfry
const mail = memoryChannel({ name: 'mail' })
const opened: Belfry[] = []
let tenants = 0

beforeAll(async () => {
  database = await createTestDatabase()
  // Its worker serves every tenant.
  test = await createTestBelfry({ database: database.url, channels: [mail] })
})
afterAll(async () => {
  for (const belfry of opened) await belfry.close()
  await test.close()
  await database.drop()
})

afterEach(() => mail.script(null))

async function tenant(): Promise<Belfry & { name: string }> {
  const name = `t${++tenants}`
  const channels = [memoryChannel(), memoryChannel({ name: 'mail' })]
  const belfry = await createBelfry({
    database: database.url,
    tenant: name,
    channels,
    defaultChannels: ['memory'],
    connectionsMax: 3,
  })
  opened.push(belfry)
  return Object.assign(belfry, { name })
}

const exported = (belfry: Belfry) => gathered(belfry.export())

/** Everything that was heard of a tenant, on any channel. */
function heard(name: string): string[] {
  const words = ({ entity, kind, recipient, occurrence, title, dueAt }: Message) =>
    `${entity.type}/${entity.id} ${kind} ${recipient} ${occurrence} ${title} ${dueAt.toISOString()}`
  return [...test.memory.sent.map((one) => [one, 'memory'] as const), ...mail.sent.map((one) => [one, 'mail'] as const)]
    .filter(([one]) => one.tenant === name)
    .map(([one, channel]) => `${words(one)} ${channel}`)
    .sort()
}

describe('export and import', () => {
  it('carry a tenant over: it exports the same, and from then on rings the same', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const source = await tenant()
        await live(test, source, told)
        const lines = await exported(source)
        const target = await tenant()
        const report = await target.import.lines({ lines }, { batchSize: 3 })
        expect(report.refused).toEqual([])
        expect(report).toMatchObject({ line: lines.length, created: lines.length, unchanged: 0 })
        expect(await exported(target)).toEqual(lines)
        expect(await target.import.lines({ lines })).toMatchObject({
          created: 0,
          unchanged: lines.length,
          refusedCount: 0,
        })
        expect(await exported(target)).toEqual(lines)
        const before = { source: heard(source.name), target: heard(target.name) }
        expect(before.target).toEqual([])
        await test.advance('P3D')
        const rang = (name: string, already: readonly string[]) => heard(name).slice().filter(without(already))
        expect(rang(target.name, before.target)).toEqual(rang(source.name, before.source))
        await source.holds.hold({ tenant: source.name, reason: 'over' })
        await target.holds.hold({ tenant: target.name, reason: 'over' })
        for (const belfry of opened.splice(0)) await belfry.close()
      }),
      { numRuns: 10, endOnFailure: true },
    )
  }, 600_000)

  it('carry alarms over, as far along as they are: waiting, paused and done', async () => {
    const source = await tenant()
    for (const pageId of ['a', 'b', 'c', 'd'])
      await source.alarms.put({ pageId, userId: 'mina', title: `Page ${pageId}` })
    await test.advance('P3D')
    await source.alarms.done('b')
    await source.reminders.pause((await source.alarms.get('c'))!.reminderId)
    await source.alarms.moreOften('d')
    const lines = await exported(source)
    expect(lines.filter((line) => line.includes('"kind":"alarm"'))).toHaveLength(4)
    const target = await tenant()
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [], created: lines.length })
    expect(await exported(target)).toEqual(lines)
    const told = async (belfry: Belfry) =>
      (await belfry.alarms.list({ user: 'mina' })).items.map(({ pageId, sentCount, status, nextAlarmTime, onDone }) =>
        JSON.stringify({ pageId, sentCount, status, nextAlarmTime, onDone }),
      )
    expect((await told(target)).sort()).toEqual((await told(source)).sort())
    const before = new Set(heard(source.name))
    await test.advance('P10D')
    // Which seconds keep them apart follows from their ids, and those from the tenant; the hours may follow from the seconds.
    const pages = (heardLines: readonly string[]) => [...new Set(heardLines.map((line) => line.split(' ')[0]))].sort()
    expect(pages(heard(target.name))).toEqual(['page/a', 'page/d'])
    expect(pages(heard(source.name).filter((line) => !before.has(line)))).toEqual(['page/a', 'page/d'])
  })

  it('keep the name of the last ring of a nag that was put off', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'ana' })
    const nag = { in: 'PT1H', repeat: { nag: { every: 'PT10M', atMost: 2 } } }
    const { id } = await source.reminders.schedule({ entity: { type: 'memo', id: 'n' }, recipient: 'ana', ...nag })
    await test.advance('PT2H')
    await source.reminders.snooze(id, { for: 'PT5H' })
    const lines = await exported(source)
    expect(lines.join()).toContain('"ring":2')
    const target = await tenant()
    expect(await target.import.lines({ lines })).toMatchObject({ refusedCount: 0 })
    expect(await exported(target)).toEqual(lines)
  })

  it('keep the moment of an instant that was snoozed, whatever zone stands beside it', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'ana' })
    const { now } = await test.belfry.clock.read()
    const at = new Date(now.getTime() + 48 * 3_600_000).toISOString()
    const anchor = { at, timezone: 'America/New_York', timeAnchor: 'instant' as const }
    const put = await source.entities.put({ type: 'memo', id: '1', ...anchor, recipients: ['ana'], plan: ['-PT1H'] })
    await test.advance('PT47H')
    await source.reminders.snooze(put.reminders[0]!.id, { for: 'PT5H' })
    const lines = await exported(source)
    expect(lines.join()).toContain('snoozedUntil')
    const target = await tenant()
    await target.import.lines({ lines })
    expect(await exported(target)).toEqual(lines)
  })
})

describe('what has fired and waits', () => {
  const note = (id: string, more: object) => ({ entity: { type: 'note', id }, recipient: 'bo', ...more })

  /** Somebody in quiet hours, whose steps of two plans have rung on their first channel a minute ago. */
  async function halfRung() {
    const source = await tenant()
    await source.recipients.put({
      id: 'bo',
      timezone: 'America/New_York',
      quietHours: { from: '22:00', to: '07:00' },
    })
    const { now } = await test.belfry.clock.read()
    const anchor = {
      at: new Date(now.getTime() + 60_000 * (3 * 60 + 29)).toISOString(),
      timeAnchor: 'instant' as const,
    }
    const plan = [{ offset: '-PT30M', channels: ['memory', { channel: 'mail', after: 'PT5M' }] }]
    for (const id of ['heard', 'cancelled']) {
      const { reminders } = await source.entities.put({ type: 'memo', id, ...anchor, recipients: ['bo'], plan })
      await source.reminders.snooze(reminders[0]!.id, { for: 'PT2H59M' })
    }
    await test.advance('PT3H')
    return source
  }

  it('is carried over: a later channel of a step that has rung is heard there, once, unless it is cancelled there', async () => {
    const source = await halfRung()
    const lines = await exported(source)
    await source.holds.hold({ tenant: source.name, reason: 'moved away' })
    const target = await tenant()
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [], created: lines.length })
    expect(await exported(target)).toEqual(lines)
    await target.entities.cancel({ type: 'memo', id: 'cancelled' })
    await test.advance('P1D')
    expect(heard(target.name)).toEqual([expect.stringMatching(/^memo\/heard 30m_before bo .* mail$/)])
    expect(await target.import.lines({ lines })).toMatchObject({ created: 0, unchanged: lines.length })
    await test.advance('P1D')
    expect(heard(target.name)).toHaveLength(1)
  })

  it('is carried over: a retry, and the fallback that stands behind it', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'bo' })
    for (const id of ['1', '2'])
      await source.reminders.schedule(note(id, { in: 'PT1M', channels: ['mail'], fallback: 'memory' }))
    mail.script(() => ({ kind: 'deferred' }))
    await test.advance('PT1M10S')
    const lines = await exported(source)
    expect(lines.filter((line) => line.includes('"waiting"'))).toHaveLength(4)
    await source.holds.hold({ tenant: source.name, reason: 'moved away' })
    const target = await tenant()
    expect(await target.import.lines({ lines })).toMatchObject({ refused: [], created: lines.length })
    expect(await exported(target)).toEqual(lines)
    mail.script(({ entity }) => ({ kind: entity.id === '1' ? 'refused' : 'delivered' }))
    await test.advance('P1D')
    expect(heard(target.name)).toEqual([
      expect.stringMatching(/^note\/1 once bo .* memory$/),
      expect.stringMatching(/^note\/2 once bo .* mail$/),
    ])
  })

  it('is refused in words where it cannot be: somebody unknown, a channel that is not there', async () => {
    const lines = (await exported(await halfRung())).filter((line) => line.includes('"waiting"'))
    const target = await tenant()
    const elsewhere = lines.map((line) => line.replace('"channel":"mail"', '"channel":"pigeon"'))
    const report = await target.import.lines({ lines: [lines[0]!, elsewhere[0]!] })
    expect(report.refused.map(({ code, field }) => [code, field])).toEqual([
      ['unknown_recipient', '/userId'],
      ['unknown_channel', '/channel'],
    ])
  })
})

describe('the lines of an export', () => {
  const note = (id: string, more: object = {}) => ({ entity: { type: 'note', id }, recipient: 'ana', ...more })
  const copyOf = async (lines: readonly string[]) => {
    const target = await tenant()
    const report = await target.import.lines({ lines })
    return { target, report, lines: await exported(target) }
  }

  it('can be read by people', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'ana', timezone: 'Europe/Paris', addresses: { mail: 'ana@example.com' } })
    await source.plans.put({ name: 'usual', steps: ['-PT24H'] })
    const soon = {
      name: 'soon',
      locale: 'ko',
      for: { channel: 'email', kind: 'k' },
      subject: 'Soon',
      text: '{{title}}',
    }
    await source.templates.put({ ...soon, html: '<p>{{title}}</p>' })
    await source.templates.put({ name: 'soon', text: 'everything' })
    await source.entities.put({
      type: 'meeting',
      id: '42',
      at: '2050-12-02T10:00:00',
      timezone: 'Europe/Paris',
      recipients: ['ana'],
      plan: 'usual',
    })
    await source.reminders.schedule(
      note('8', {
        at: '2050-12-01T09:00:00',
        timezone: 'Europe/Paris',
        channels: ['memory', { channel: 'mail', after: 'PT2M' }],
      }),
    )
    await source.ledger.markReminderAsSent({ entityType: 'note', entityId: '7', reminderType: 'once', userId: 'ana' })
    const lines = await exported(source)
    const { now } = await source.clock.read()
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { kind: 'recipient', id: 'ana', timezone: 'Europe/Paris', locale: 'en', addresses: { mail: 'ana@example.com' } },
      { kind: 'plan', name: 'usual', steps: [{ kind: '24h_before', offset: '-PT24H', anchor: 'start' }] },
      { kind: 'template', name: 'soon', text: 'everything' },
      { kind: 'template', ...soon, html: '<p>{{title}}</p>' },
      {
        kind: 'sent',
        entityType: 'note',
        entityId: '7',
        reminderType: 'once',
        userId: 'ana',
        occurrence: 'once',
        sentAt: now.toISOString(),
      },
      {
        kind: 'entity',
        type: 'meeting',
        id: '42',
        at: '2050-12-02T10:00',
        timezone: 'Europe/Paris',
        recipients: ['ana'],
        plan: 'usual',
      },
      {
        kind: 'reminder',
        entity: { type: 'note', id: '8' },
        reminderType: 'once',
        recipient: 'ana',
        at: '2050-12-01T09:00',
        timezone: 'Europe/Paris',
        usefulUntil: '2050-12-02T08:00:00.000Z',
        channels: ['memory', { channel: 'mail', after: 'PT2M' }],
      },
    ])
    expect((await copyOf(lines)).lines).toEqual(lines)
  })

  it('keep the second of two equal wall clocks, and an address that is suspended', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'ana', addresses: { mail: 'gone@example.com' } })
    await source.reminders.schedule(note('fold', { at: new Date('2050-10-30T01:30:00Z'), timezone: 'Europe/Paris' }))
    await source.entities.put({
      type: 'meeting',
      id: '1',
      at: '2050-10-30T02:30:00+01:00',
      timezone: 'Europe/Paris',
      recipients: ['ana'],
      plan: ['-PT1H'],
    })
    const lines = await exported(source)
    lines[0] = JSON.stringify({
      ...JSON.parse(lines[0]!),
      suspended: { mail: { reason: 'gone', at: '2049-05-06T07:08:09.000Z' } },
    })
    const copy = await copyOf(lines)
    expect(copy.lines.map((line) => sameKeys(line))).toEqual(lines.map((line) => sameKeys(line)))
    expect(await copy.target.recipients.get('ana')).toMatchObject({
      suspended: { mail: { reason: 'gone', at: new Date('2049-05-06T07:08:09Z') } },
    })
    const { items } = await copy.target.reminders.list({ recipient: 'ana' })
    expect(items.map(({ occurrence }) => occurrence)).toEqual(['2050-10-30T02:30~2', '2050-10-30T02:30~2'])
  })

  it('that cannot be taken are named, and keep no other out', async () => {
    const good = JSON.stringify({ kind: 'recipient', id: 'ana', timezone: 'UTC', locale: 'en' })
    const { target, report } = await copyOf([
      good,
      'not json',
      '{"kind":"page"}',
      '{"kind":"recipient","id":"bo","timezone":"Mars/Olympus"}',
      '{"kind":"sent","entityType":"note","entityId":"1","reminderType":"once","userId":"ana","sentAt":"yesterday"}',
      '{"kind":"entity","type":"meeting","id":"1","recipients":["nobody"]}',
      '{"kind":"reminder","entity":{"type":"note","id":"1"},"recipient":"nobody","at":"2050-01-01T00:00:00Z"}',
      '{"kind":"reminder","entity":{"type":"note","id":"1"},"recipient":"ana","at":"2050-01-01T00:00:00Z","titel":"x"}',
      '{"kind":"reminder","entity":{"type":"note","id":"1"},"recipient":"ana","at":"2050-01-01T00:00:00Z"}',
    ])
    expect(report).toMatchObject({ line: 9, created: 2, unchanged: 0, refusedCount: 7 })
    expect(report.refused.map(({ line, code, field }) => [line, code, field])).toEqual([
      [2, 'invalid_input', null],
      [3, 'invalid_input', '/kind'],
      [4, 'unknown_timezone', '/timezone'],
      [5, 'invalid_input', '/sentAt'],
      [6, 'unknown_recipient', '/recipients/0'],
      [7, 'unknown_recipient', '/recipient'],
      [8, 'unknown_field', '/titel'],
    ])
    const options = { fromLine: 9, onProgress: () => {} }
    expect(await target.import.lines({ lines: [good, '', '', '', '', '', '', '', good] }, options)).toMatchObject({
      unchanged: 1,
      created: 0,
    })
    await expect(target.import.lines({ lines: [] }, { fromLine: 0 })).rejects.toMatchObject({
      field: '/options/fromLine',
    })
    await expect(target.import.lines({ lines: 7 as never })).rejects.toMatchObject({ field: '/source/lines' })
  })

  it('send nothing twice when they come again after the copy has lived', async () => {
    const source = await tenant()
    await source.recipients.put({ id: 'ana' })
    const { now } = await source.clock.read()
    const at = new Date(now.getTime() + 60_000)
    for (const id of ['rings', 'is cancelled', 'is marked']) await source.reminders.schedule(note(id, { at }))
    await source.reminders.schedule(note('again', { at, repeat: { nag: { every: 'PT1H', atMost: 2 } } }))
    const lines = await exported(source)
    await source.holds.hold({ tenant: source.name, reason: 'moved away' })
    const { target } = await copyOf(lines)
    const { items } = await target.reminders.list({ recipient: 'ana' })
    await target.reminders.cancel(items.find(({ entity }) => entity.id === 'is cancelled')!.id)
    await target.ledger.markReminderAsSent({
      entityType: 'note',
      entityId: 'is marked',
      reminderType: 'once',
      userId: 'ana',
    })
    await test.advance('P1D')
    const rang = heard(target.name)
    expect(rang).toHaveLength(3)
    expect(await target.import.lines({ lines })).toMatchObject({ created: 0, unchanged: lines.length })
    await test.advance('P1D')
    expect(heard(target.name)).toEqual(rang)
  })
})

/** jsonb and addresses have no order of keys. */
const sameKeys = (line: string) => Object.entries(JSON.parse(line) as object).sort(([a], [b]) => (a < b ? -1 : 1))

/** Leaves out one of each that was there before. */
function without(already: readonly string[]) {
  const counts = new Map<string, number>()
  for (const one of already) counts.set(one, (counts.get(one) ?? 0) + 1)
  return (one: string) => {
    const count = counts.get(one) ?? 0
    counts.set(one, count - 1)
    return count <= 0
  }
}
