// What people take along: a calendar that others read as it was meant, and a document with everything.

import ICAL from 'ical.js'
import ical from 'node-ical'
import { describe, expect, it } from 'vitest'
import type { ScheduleInput } from '../../src/index.ts'
import type { Person } from './fake-telegram.ts'
import { useTalking } from './talking.ts'

const talking = useTalking({ now: '2030-01-15T05:30:00Z' })

async function remind(person: Person, title: string, more: Partial<ScheduleInput>): Promise<string> {
  const entity = { type: 'note', id: `${person.id} ${title}` }
  const { id } = await talking.belfry.reminders.schedule({ entity, recipient: `telegram:${person.id}`, title, ...more })
  return id
}

async function exportOf(person: Person): Promise<{ ics: string; json: Exported; said: string }> {
  await person.says('/export')
  const [ics, json, said] = person.screen().slice(-3)
  expect([ics!.document?.name, json!.document?.name]).toEqual(['reminders.ics', 'reminders.json'])
  return { ics: ics!.document!.text, json: JSON.parse(json!.document!.text) as Exported, said: said!.text }
}

interface Exported {
  readonly person: Readonly<Record<string, unknown>>
  readonly reminders: readonly Readonly<Record<string, unknown>>[]
}

/** The first moments of an event, by an independent reader of RFC 5545. */
function momentsOf(ics: string, title: string, count: number): string[] {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const found = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  const all = found
    .filter((event) => event.summary === title)
    .flatMap((event) => {
      const iterator = event.iterator()
      const times = Array.from({ length: count }, () => iterator.next()).filter(Boolean)
      return times.map((time) => time!.toJSDate().toISOString())
    })
  return all.sort().slice(0, count)
}

describe('/export', () => {
  it('writes moments and rules that calendars read as they ring', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Berlin')
    await remind(ana, 'once', { at: '2030-07-01T09:00:00' })
    await remind(ana, 'instant', { at: '2030-02-01T09:00:00Z' })
    const rules: Record<string, Partial<ScheduleInput>> = {
      daily: { at: '2030-03-29T09:00:00', rule: { every: 'day' } },
      'mon wed': { at: '2030-01-16T18:30:00', rule: { every: 'week', on: ['monday', 'wednesday'], at: ['18:30'] } },
      'every other friday': { at: '2030-01-18T08:00:00', rule: { every: 'week', interval: 2, on: ['friday'] } },
      '31st': { at: '2030-01-31T10:00:00', rule: { every: 'month', onDays: [31] } },
      '30th, five times': { at: '2030-01-30T10:00:00', rule: { every: 'month', count: 5 } },
      'last friday': { at: '2030-01-25T10:00:00', rule: { every: 'month', on: ['last friday'] } },
      'leap day': { at: '2030-02-28T10:00:00', rule: { every: 'year', inMonths: [2], onDays: [29] } },
      'three times': { at: '2030-01-20T12:00:00', rule: { every: 'day', count: 3 } },
      'until a day': { at: '2030-01-20T23:30:00', rule: { every: 'day', until: '2030-01-23' } },
      'twice a day': { at: '2030-01-20T08:00:00', rule: { every: 'day', at: ['08:00', '20:15'] } },
      'but one': { at: '2030-01-20T08:00:00', rule: { every: 'day', except: ['2030-01-21'] } },
    }
    const wanted: Record<string, string[]> = {}
    for (const [title, input] of Object.entries(rules)) {
      await remind(ana, title, input)
      const next = await belfry.reminders.preview({
        ...(input as { at: string; rule: object }),
        timezone: 'Europe/Berlin',
        count: 8,
      } as never)
      wanted[title] = next.map(({ instant }) => instant.toISOString())
    }
    const { ics, said } = await exportOf(ana)
    expect(said).toBe('13 reminders to come, for calendars (ICS) and for programs (JSON).')
    for (const [title, moments] of Object.entries(wanted)) expect(momentsOf(ics, title, 8), title).toEqual(moments)
    expect(momentsOf(ics, 'once', 1)).toEqual(['2030-07-01T07:00:00.000Z'])
    expect(momentsOf(ics, 'instant', 1)).toEqual(['2030-02-01T09:00:00.000Z'])
    // A second reader agrees on what is there.
    const read = Object.values(ical.sync.parseICS(ics)).filter((part) => part?.type === 'VEVENT')
    expect(new Set(read.map((part) => (part as { summary: string }).summary))).toEqual(
      new Set(['once', 'instant', ...Object.keys(rules)]),
    )
    const once = read.find((part) => (part as { summary: string }).summary === 'once') as unknown as { start: Date }
    expect(once.start.toISOString()).toBe('2030-07-01T07:00:00.000Z')
    expect(ics.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    expect(Math.max(...ics.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  })

  it('writes what waits to be done as to-dos', async () => {
    const { ana } = talking
    await ana.says('/timezone Seoul')
    await remind(ana, 'nagging', { at: '2030-02-01T09:00:00', repeat: { nag: { every: 'PT10M', atMost: 6 } } })
    await remind(ana, 'after', { at: '2030-02-01T09:00:00', repeat: { afterCompletion: 'P3D' } })
    const { ics } = await exportOf(ana)
    const calendar = new ICAL.Component(ICAL.parse(ics))
    const toDos = calendar.getAllSubcomponents('vtodo')
    expect(toDos.map((one) => one.getFirstPropertyValue('summary')).sort()).toEqual(['after', 'nagging'])
    expect(toDos.map((one) => String(one.getFirstPropertyValue('due')))).toEqual(Array(2).fill('2030-02-01T09:00:00'))
  })

  it('has their own and nobody else’s, with settings, in JSON', async () => {
    const { ana } = talking
    const bo = talking.person('Bo')
    await bo.says('/timezone Oslo')
    await remind(bo, 'secret of Bo', { at: '2030-02-01T09:00:00' })
    await ana.says('/timezone Berlin')
    const id = await remind(ana, 'ärger; "quotes", and\nlines 🎈', {
      at: '2030-02-01T09:00:00',
      rule: { every: 'week' },
    })
    const { ics, json } = await exportOf(ana)
    expect(ics + JSON.stringify(json)).not.toContain('secret of Bo')
    expect(json.person).toMatchObject({ telegramUser: String(ana.id), timezone: 'Europe/Berlin', language: 'en' })
    expect(json.reminders).toEqual([
      expect.objectContaining({
        ...{
          id,
          title: 'ärger; "quotes", and\nlines 🎈',
          dueAt: '2030-02-01T08:00:00.000Z',
          timezone: 'Europe/Berlin',
        },
        localTime: '2030-02-01T09:00:00',
        repeats: expect.objectContaining({ rule: expect.objectContaining({ every: 'week' }) }),
      }),
    ])
    const event = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!
    expect(event.getFirstPropertyValue('summary')).toBe('ärger; "quotes", and\nlines 🎈')
  })

  it('of nothing says so', async () => {
    const minji = talking.person('민지', 'ko')
    const { json, said, ics } = await exportOf(minji)
    expect(json.reminders).toEqual([])
    expect(said).toContain('예정된 알림이 없어요')
    expect(ICAL.parse(ics)[0]).toBe('vcalendar')
  })

  it('has thousands, page by page', async () => {
    const { ana, belfry } = talking
    await ana.says('/timezone Berlin')
    const recipient = `telegram:${ana.id}`
    const inputs = Array.from({ length: 2_345 }, (_, i) => ({
      ...{ entity: { type: 'note', id: `${ana.id} ${i}` }, recipient, title: `number ${i}` },
      at: new Date(Date.UTC(2031, 0, 1) + i * 60_000),
    }))
    for (let i = 0; i < inputs.length; i += 500) await belfry.reminders.scheduleMany(inputs.slice(i, i + 500))
    const { ics, json, said } = await exportOf(ana)
    expect(new Set(json.reminders.map(({ title }) => title)).size).toBe(2_345)
    expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(2_345)
    expect(said).toContain('2345 reminders')
  })

  it('in a group gives nothing away', async () => {
    const { ana } = talking
    const group = talking.group('Kitchen')
    await ana.says('/export', { in: group })
    expect(ana.last(group).text).toContain('private chat')
    expect(ana.screen(group).every(({ document }) => document === null)).toBe(true)
  })
})
