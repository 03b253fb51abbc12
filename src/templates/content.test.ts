// Every built-in template, in both languages: that it says the caller's words, and when.

import { describe, expect, it } from 'vitest'
import type { ComposedMessage, Format } from '../channels/content.ts'
import { formats } from '../channels/content.ts'
import { runtimeRules } from '../time/zone-rules.ts'
import { contentOf } from './content.ts'
import { compile } from './own.ts'
import { valueNames } from './values.ts'
import { english } from './words/english.ts'
import { korean } from './words/korean.ts'
import type { Sentence, Words } from './words/words.ts'

const nowMs = Date.parse('2030-12-02T09:00:00Z')

interface Said {
  readonly type?: string
  readonly kind?: string
  readonly at?: string
  readonly locale?: string
  readonly title?: string | null
  readonly body?: string | null
  readonly data?: unknown
  readonly members?: readonly string[]
  readonly own?: { subject?: string; text?: string; html?: string }
  readonly format?: Format
  readonly timezone?: string
}

function say(said: Said) {
  const { type = 'note', kind = 'once', at = '2030-12-02T09:00:00Z', locale = 'en', own, format = 'email' } = said
  const { title = 'Title', body = null, data = null, timezone = 'Europe/Paris' } = said
  const shared = { entity: { type, id: '7' }, kind, occurrence: at, body, data, dueAt: new Date(nowMs) }
  const members = said.members?.map((one, i) => ({ ...shared, id: `m${i}`, title: one }))
  const message: ComposedMessage = {
    ...{ ...shared, id: 'd1', tenant: 'default', recipient: 'ana', title, usefulUntil: null, timezone, locale },
    ...{ channel: 'mail', ...(members ? { members } : {}) },
  }
  const about = { nowMs, title: null, body: null, anchors: null, version: null, location: null, recipientName: 'Ana' }
  const compiled = own ? compile({ subject: null, text: null, html: null, ...own }, false) : null
  const problems: unknown[] = []
  const detailed = { about, members: (members ?? []).map(() => about) }
  const toSay = { message, detailed, actions: null, calendar: null, own: compiled, rules: runtimeRules }
  const content = contentOf(format, { ...toSay, broken: (error) => problems.push(error) })
  return { ...content, problems }
}

describe('built-in templates', () => {
  const tomorrow = '2030-12-03T09:00:00Z'
  const hour = '2030-12-02T10:00:00Z'
  const ago = '2030-12-02T08:00:00Z'
  it.each<[Said, string, string, string, string]>([
    [
      { kind: '24h_before', at: tomorrow },
      'Title: in 24 hours',
      'Tuesday, December 3, 10:00 AM CET, your time',
      'Title: 24시간 후',
      '12월 3일 화요일 오전 10:00(GMT+1), 내 시간대 기준',
    ],
    [
      { kind: '1h_before', at: hour },
      'Title: in 1 hour',
      '11:00 AM CET, your time',
      'Title: 1시간 후',
      '오전 11:00(GMT+1), 내 시간대 기준',
    ],
    [
      { kind: '15m_before_due', at: '2030-12-02T09:15:00Z' },
      'Title: in 15 minutes',
      '10:15 AM CET, your time',
      'Title: 15분 후',
      '오전 10:15(GMT+1), 내 시간대 기준',
    ],
    [{ kind: 'at_time' }, 'Title', '10:00 AM CET, your time', 'Title', '오전 10:00(GMT+1), 내 시간대 기준'],
    [
      { kind: '1h_after', at: ago },
      'Title: 1 hour ago',
      'It was 9:00 AM CET, your time',
      'Title: 1시간 전',
      '지난 일정: 오전 9:00(GMT+1), 내 시간대 기준',
    ],
    [{ kind: 'once' }, 'Title', '10:00 AM CET, your time', 'Title', '오전 10:00(GMT+1), 내 시간대 기준'],
    [
      { kind: 'due_soon', type: 'TASK', at: tomorrow },
      'Title: due in 24 hours',
      'Due Tuesday, December 3, 10:00 AM CET, your time',
      'Title: 24시간 후 마감',
      '마감: 12월 3일 화요일 오전 10:00(GMT+1), 내 시간대 기준',
    ],
    [
      { kind: 'overdue', type: 'invoice', at: ago },
      'Title: overdue',
      'It was due 9:00 AM CET, your time',
      'Title: 마감 지남',
      '마감이 지났습니다: 오전 9:00(GMT+1), 내 시간대 기준',
    ],
    [
      { kind: 'alarm', type: 'page' },
      'Title',
      'Time to look at this page again.',
      'Title',
      '이 페이지를 다시 볼 시간입니다.',
    ],
    [
      { kind: '24h', type: 'MEETING', at: tomorrow },
      'Title: in 24 hours',
      'Meeting: Tuesday, December 3, 10:00 AM CET, your time',
      'Title: 24시간 후',
      '회의 시간: 12월 3일 화요일 오전 10:00(GMT+1), 내 시간대 기준',
    ],
    [
      { kind: 'at_time', type: 'meeting' },
      'Title: now',
      'Your meeting begins now: 10:00 AM CET, your time',
      'Title: 지금 시작',
      '지금 회의가 시작됩니다: 오전 10:00(GMT+1), 내 시간대 기준',
    ],
    [{ kind: 'weekly', type: 'CHECKIN' }, 'Title', 'Time for your check-in.', 'Title', '체크인할 시간입니다.'],
    [{ kind: 'daily', type: 'WORKOUT' }, 'Title', 'Time for your workout.', 'Title', '운동할 시간입니다.'],
    [
      { kind: 'daily', type: 'MEAL_PLAN' },
      'Title',
      'Time to look at your meal plan.',
      'Title',
      '식단을 확인할 시간입니다.',
    ],
  ])('%j', (said, subject, lead, subjectKo, leadKo) => {
    const english = say({ ...said, body: 'Body' })
    expect(english).toMatchObject({ subject, text: `Title\n\n${lead}\n\nBody`, problems: [] })
    expect(english.html).toBe(`<p><strong>Title</strong></p>\n<p>${lead}</p>\n<p>Body</p>`)
    expect(say({ ...said, locale: 'ko', body: '본문' })).toMatchObject({
      ...{ subject: subjectKo, text: `Title\n\n${leadKo}\n\n본문`, problems: [] },
    })
  })

  it.each([
    ['en', '3 reminders', '3 reminders\n\n- A (10:00 AM CET)\n- B (10:00 AM CET)\n- C (10:00 AM CET)'],
    ['ko', '알림 3건', '알림 3건\n\n- A (오전 10:00(GMT+1))\n- B (오전 10:00(GMT+1))\n- C (오전 10:00(GMT+1))'],
  ])('several put together, in %s', (locale, subject, text) => {
    expect(say({ locale, members: ['A', 'B', 'C'] })).toMatchObject({ subject, text, count: 3 })
    const many = say({ locale, members: Array.from({ length: 60 }, (_, i) => `N${i}`) })
    expect(many.text.split('\n').at(-1)).toBe(locale === 'ko' ? '- 외 10건' : '- and 10 more')
  })

  it('what could not be told, and a test', () => {
    expect(say({ kind: 'resumed', members: ['A'] }).text).toBe(
      'Reminders while you could not be reached: 1\n\n- A (10:00 AM CET)',
    )
    expect(say({ kind: 'resumed', locale: 'ko', members: ['A', 'B'] }).subject).toBe('그동안 전해 드리지 못한 알림 2건')
    expect(say({ kind: 'test', title: null }).text).toBe(
      'A test from Belfry\n\nIf you can read this, reminders reach you here.',
    )
    expect(say({ kind: 'test', title: 'Mine', body: 'Too' }).text).toContain('Mine\nToo')
  })

  it('never lose what the caller said, in any format', () => {
    for (const format of formats)
      for (const locale of ['en', 'ko', 'de'])
        for (const type of ['note', 'meeting', 'task', 'page', 'checkin', 'workout', 'mealplan'])
          for (const kind of ['once', '24h_before', 'at_time', '1h_after', 'overdue', 'alarm', 'test', 'resumed']) {
            const content = say({ format, locale, type, kind, title: 'My title', body: 'My body' })
            const all = `${content.subject}\n${content.text}`
            expect(all).toContain('My title')
            expect(content.text).toContain('My body')
            if (format === 'plain') expect(content.text).toContain('My title')
            expect(content.html === null).toBe(format === 'push' || format === 'plain')
            expect(content.problems).toEqual([])
          }
  })

  it('say only what there are values for', () => {
    const sentences = (words: Words): Sentence[] => [
      ...Object.values(words.topics).flatMap(({ name: _, ...phases }) => Object.values(phases)),
      ...Object.values(words.notices).flatMap(({ several, ...one }) => [one, { ...one, lead: several }]),
      ...[words.summary, words.resumed, words.test, { subject: words.reason, lead: '' }],
    ]
    for (const { subject, lead, short = '' } of [...sentences(english), ...sentences(korean)])
      for (const [, name] of `${subject}${lead}${short}`.matchAll(/\{\{(.*?)\}\}/g)) expect(valueNames).toContain(name)
    const shape = (words: Words) => Object.entries(words.topics).map(([topic, phases]) => [topic, Object.keys(phases)])
    expect(shape(korean)).toEqual(shape(english))
  })
})

describe('notices of a meeting', () => {
  const one = { start: '2030-12-03T09:00:00Z', end: '2030-12-03T10:00:00Z' }
  const two = [one, { start: '2030-12-04T22:30:00.000Z', end: '2030-12-04T23:30:00.000Z' }]
  const notice = (kind: string, data: object = {}, more: Said = {}) =>
    say({ type: 'meeting', kind, data: { by: 'ben', byName: 'Ben', reason: null, slots: [one], ...data }, ...more })
  const slot = 'Tuesday, December 3, 10:00 AM \u2013 11:00 AM CET, your time'
  const slotKo = '12월 3일 화요일 오전 10:00~오전 11:00(GMT+1), 내 시간대 기준'

  it.each([
    ['requested', 'proposed by Ben', `Ben proposes a meeting: ${slot}`, '회의 요청', '요청한 사람: Ben\n제안 시간: '],
    ['accepted', 'accepted', `Ben has accepted: ${slot}`, '수락됨', '수락한 사람: Ben\n회의 시간: '],
    ['denied', 'declined', `Ben has declined: ${slot}`, '거절됨', '거절한 사람: Ben\n제안 시간: '],
    [
      ...['moved', 'another time', `Ben proposes another time: ${slot}`],
      ...['시간 변경 제안', '변경을 제안한 사람: Ben\n새 제안 시간: '],
    ],
    [
      ...['cancelled', 'cancelled', `Ben has cancelled the meeting: ${slot}`],
      ...['취소됨', '취소한 사람: Ben\n취소된 시간: '],
    ],
    [
      ...['expired', 'expired', `Nobody accepted in time: ${slot}`],
      ...['요청 만료', '기한까지 수락한 사람이 없습니다.\n제안 시간: '],
    ],
  ])('%s: who did it, and for when, on the clocks and in the language of whoever reads it', (...row) => {
    const [kind = '', subject, lead, subjectKo, leadKo] = row
    expect(notice(kind)).toMatchObject({ subject: `Title: ${subject}`, text: `Title\n\n${lead}`, problems: [] })
    expect(notice(kind, {}, { locale: 'ko' })).toMatchObject({
      ...{ subject: `Title: ${subjectKo}`, text: `Title\n\n${leadKo}${slotKo}`, problems: [] },
    })
    expect(notice(kind, {}, { format: 'push' })).toMatchObject({ subject: `Title: ${subject}`, text: lead })
  })

  it('have the reason if there is one, and the body', () => {
    const data = { reason: 'The room is <flooded>' }
    const mail = notice('cancelled', data, { body: 'Body' })
    expect(mail.text).toBe(`Title\n\nBen has cancelled the meeting: ${slot}\n\nReason: The room is <flooded>\n\nBody`)
    expect(mail.html).toContain('<p>Reason: The room is &lt;flooded&gt;</p>')
    expect(notice('denied', data, { locale: 'ko' }).text).toContain('\n\n사유: The room is <flooded>')
    expect(notice('denied', data, { format: 'push' }).text).toBe(
      `Ben has declined: ${slot}\nReason: The room is <flooded>`,
    )
    expect(notice('expired', { by: null, byName: null, reason: 'expired' }).text).not.toContain('Reason')
  })

  it('accepted after it was moved: when it is, and when it was to be', () => {
    const was = { start: '2030-12-05T09:00:00Z', end: '2030-12-05T10:00:00Z' }
    const mail = notice('accepted', { was })
    expect(mail).toMatchObject({ subject: 'Title: moved', problems: [] })
    expect(mail.text).toContain(
      `The meeting is moved, Ben has accepted: ${slot}\nIt was: Thursday, December 5, 10:00 AM`,
    )
    expect(notice('accepted', { was }, { locale: 'ko' }).text).toContain(
      `바뀐 회의 시간: ${slotKo}\n이전 시간: 12월 5일`,
    )
    expect(notice('accepted', { was: 'x' }).subject).toBe('Title: accepted')
  })

  it('list several slots', () => {
    const mail = notice('requested', { slots: two })
    expect(mail.text).toBe(
      [
        'Title\n\nBen proposes a meeting at one of these times, your time:\n',
        '- Tuesday, December 3, 10:00 AM \u2013 11:00 AM CET',
        '- Wednesday, December 4, 11:30 PM CET \u2013 Thursday, December 5, 12:30 AM CET',
      ].join('\n'),
    )
    expect(mail.html).toContain('<ul>\n<li>Tuesday, December 3, 10:00 AM \u2013 11:00 AM CET</li>')
    expect(notice('moved', { slots: two }, { locale: 'ko' }).text).toContain(
      '새 제안 시간, 내 시간대 기준:\n\n- 12월 3일',
    )
  })

  it('name people by their id without a name, and Belfry where it was nobody', () => {
    expect(notice('accepted', { byName: null }).text).toContain('ben has accepted')
    expect(notice('cancelled', { by: null, byName: null }).text).toContain('Belfry has cancelled')
    expect(notice('moved', { by: null, byName: null }).text).toContain('The rules of its time zone have changed.')
  })

  it('are those of meetings alone, and of what says which slots', () => {
    const usual = 'Title\n\nYour meeting begins now: 10:00 AM CET, your time'
    for (const slots of [undefined, [], 'x', [{ start: 'x', end: 'y' }], [null], [{ start: one.end, end: one.start }]])
      expect(notice('accepted', { slots }).text).toBe(usual)
    expect(notice('accepted', {}, { type: 'order' }).text).toBe('Title\n\n10:00 AM CET, your time')
  })

  it('can be said in other words', () => {
    const text = '{{by}}|{{reason}}|{{slots}}|{{data.byName}}'
    const said = (data: object) => notice('accepted', data, { own: { text } }).text
    expect(said({ reason: 'why' })).toBe('Ben|why|Tuesday, December 3, 10:00 AM \u2013 11:00 AM CET|Ben')
    expect(say({ own: { text: '[{{by}}{{reason}}{{slots}}]' } }).text).toBe('[]')
  })
})

describe('formats', () => {
  it('a notification is short, and a chat’s message within what Telegram takes', () => {
    const long = 'word '.repeat(4_000)
    const push = say({ format: 'push', title: long.slice(0, 2_000), body: long })
    for (const [text, most] of [
      [push.subject, 120],
      [push.text, 500],
    ] as const) {
      expect(text).toMatch(/word…$/)
      expect(text.length).toBeLessThanOrEqual(most)
      expect(text.length).toBeGreaterThan(most - 10)
    }
    expect(say({ format: 'push', title: 'Call mom', body: null })).toMatchObject({ subject: 'Call mom', text: '' })
    const chat = say({ format: 'chat', body: long })
    expect([chat.html, chat.text.length <= 4_096, chat.text.endsWith('…')]).toEqual([null, true, true])
    const escaped = say({ format: 'chat', body: '&'.repeat(1_500) })
    expect(escaped.html?.length).toBeGreaterThan(4_096)
  })

  it('a chat’s message has the title in bold', () => {
    expect(say({ format: 'chat', title: '<Title>', body: 'a & b' }).html).toBe(
      '<b>&lt;Title&gt;</b>\n\n<tg-time unix="1922432400" format="t">10:00</tg-time>\n\na &amp; b',
    )
  })

  it('a chat’s message has moments that each reader sees on their own clock, and as text what is said here', () => {
    const tomorrow = { kind: '24h_before', at: '2030-12-03T09:00:00Z' }
    expect(say({ format: 'chat', ...tomorrow })).toMatchObject({
      html: '<b>Title</b>\n\n<tg-time unix="1922518800" format="wdt">Tue 3 Dec, 10:00</tg-time>',
      text: 'Title\n\nTue 3 Dec, 10:00',
    })
    expect(say({ format: 'chat', ...tomorrow, locale: 'ko' }).html).toContain(
      '<tg-time unix="1922518800" format="wdt">12월 3일(화) 10:00</tg-time>',
    )
    const several = say({ format: 'chat', members: ['\n<One> ', 'Two'] })
    expect(several.html).toBe(
      '<b>2 reminders</b>\n\n\u2022 &lt;One&gt;  (<tg-time unix="1922432400" format="t">10:00</tg-time>)\n' +
        '\u2022 Two (<tg-time unix="1922432400" format="t">10:00</tg-time>)',
    )
    expect(say({ format: 'chat', own: { text: 'At {{due}} & {{due.time}}' } }).html).toBe(
      'At <tg-time unix="1922432400" format="t">10:00 AM CET</tg-time> &amp; 10:00 AM',
    )
    for (const format of ['email', 'push', 'plain'] as const)
      expect(JSON.stringify(say({ format, ...tomorrow })), format).not.toContain('tg-time')
  })

  it('a chat says moments and spans as the bot does, on a clock of 24 hours and without a zone', () => {
    const one = { start: '2030-12-03T19:00:00Z', end: '2030-12-03T20:00:00Z' }
    const two = [one, { start: '2030-12-04T22:30:00.000Z', end: '2031-01-02T23:30:00.000Z' }]
    const notice = (slots: object[], locale: string) =>
      say({ format: 'chat', type: 'meeting', kind: 'accepted', locale, data: { by: 'ben', byName: 'Ben', slots } }).text
    expect(notice([one], 'en-US')).toBe('Title\n\nBen has accepted: Tue 3 Dec, 20:00 \u2013 21:00')
    expect(notice([one], 'ko')).toBe('Title\n\n수락한 사람: Ben\n회의 시간: 12월 3일(화) 20:00~21:00')
    expect(notice(two, 'en')).toBe(
      'Title\n\nBen has accepted these times:\n\n- Tue 3 Dec, 20:00 \u2013 21:00\n- Wed 4 Dec, 23:30 \u2013 Fri 3 Jan 2031, 00:30',
    )
    for (const locale of ['en', 'ko'])
      for (const type of ['note', 'meeting', 'task', 'checkin', 'workout', 'mealplan'])
        for (const kind of ['24h_before', 'at_time', '1h_after'])
          expect(say({ format: 'chat', type, kind, locale }).text).not.toMatch(/your time|시간대|[AP]M|오전|GMT/)
  })

  it('a note that was put off says in a chat when it rings, however its moment was written', () => {
    for (const at of ['2030-12-02T08:00:00Z', '2030-12-02T09:00'])
      expect(say({ format: 'chat', at }).text, at).toBe('Title\n\n10:00')
  })

  it('a subject is one line, whatever it was made of', () => {
    const title = 'Hello\r\nBcc: eve@example.com\u2028x\u0000y'
    for (const subject of [say({ title }).subject, say({ title, own: { subject: '{{title}}' } }).subject])
      expect(subject).toBe('Hello Bcc: eve@example.com x y')
  })
})

describe('values', () => {
  const value = (name: string, more: Said = {}) => say({ ...more, own: { text: `[{{${name}}}]` } }).text

  it.each([
    ['data.room', '[4.12]'],
    ['data.deep.er', '[yes]'],
    ['data.list', '[1, two]'],
    ['data.list.1', '[two]'],
    ['data.flag', '[false]'],
    ['data.zero', '[0]'],
    ['data.toString', '[]'],
    ['data.constructor', '[]'],
    ['data.__proto__', '[]'],
    ['data.deep', '[]'],
    ['data.room.length', '[]'],
    ['data.hasOwnProperty', '[]'],
    ['constructor', '[]'],
    ['__proto__', '[]'],
    ['title.length', '[]'],
    ['toString', '[]'],
    ['recipient.name', '[Ana]'],
    ['recipient.id', '[ana]'],
    ['entity.type', '[note]'],
    ['entity.id', '[7]'],
    ['kind', '[once]'],
    ['due.zone', '[CET]'],
    ['start', '[]'],
    ['link.done', '[]'],
    ['count', '[1]'],
  ])('{{%s}} is %s', (name, expected) => {
    const data = { room: '4.12', deep: { er: 'yes' }, list: [1, 'two', {}], flag: false, zero: 0 }
    expect(value(name, { data })).toBe(expected)
  })

  it('are looked up in what was given, not in what every object has', () => {
    for (const data of [null, 'text', 7, [], JSON.parse('{"__proto__":{"x":"y"}}')])
      for (const name of ['data.x', 'data.length', 'data.toString', 'data.at', 'data.constructor.name'])
        expect(value(name, { data })).toBe(name === 'data.length' && Array.isArray(data) ? '[0]' : '[]')
  })

  it('a zone that this machine does not know costs no message', () => {
    const content = say({ timezone: 'Mars/Olympus', title: 'Call mom', body: 'Now' })
    expect(content).toMatchObject({ subject: 'Call mom', text: 'Call mom\n\nNow', html: null })
    expect(content.problems).toHaveLength(1)
  })
})
