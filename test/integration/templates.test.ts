// Words of messages: templates of one's own, the built-in ones, and what they say on the recipient's clocks.

import { describe, expect, it } from 'vitest'
import type { Channel, Message } from '../../src/channels/channel.ts'
import type { Content, Format } from '../../src/channels/content.ts'
import { BelfryError, memoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()

/** A channel that asks for its words, and keeps them. */
function wordy(name: string, format: Format): Channel & { readonly sent: readonly Message[] } {
  return Object.assign(memoryChannel({ name }), { format })
}

const start = async (options: Parameters<typeof running.start>[0] = {}) => {
  const mail = wordy('mail', 'email')
  const chat = wordy('chat', 'chat')
  const test = await running.start({ ...options, channels: [mail, chat] })
  const last = (channel: { readonly sent: readonly Message[] } = mail): Content => channel.sent.at(-1)!.content!
  return { test, mail, chat, last, belfry: test.belfry }
}

const note = (more: object = {}) => ({
  ...{ entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1M', title: 'Call mom', channels: ['mail'] },
  ...more,
})

async function ring(test: TestBelfry, more: object = {}): Promise<void> {
  await test.belfry.reminders.schedule(note(more))
  await test.advance('PT1M')
}

describe('built-in words', () => {
  it('a meeting tells its span on the clocks of each person, in their language', async () => {
    const { test, mail, belfry } = await start()
    await belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris', locale: 'en' })
    await belfry.recipients.put({ id: 'jimin', timezone: 'Asia/Seoul', locale: 'ko' })
    await belfry.entities.put({
      ...{ type: 'meeting', id: '42', title: 'Budget review', body: 'Bring numbers.', data: { location: 'Room 4' } },
      ...{ at: '2030-01-08T10:00:00', timezone: 'Europe/Paris', recipients: ['ana', 'jimin'], plan: ['-PT24H'] },
      anchors: { end: { at: '2030-01-08T11:30:00', timezone: 'Europe/Paris' } },
      channels: ['mail'],
    })
    await test.advance('P7D')
    const of = (recipient: string) => mail.sent.find((message) => message.recipient === recipient)!.content!
    expect(of('ana')).toMatchObject({
      subject: 'Budget review: in 24 hours',
      text: 'Budget review\n\nMeeting: Tuesday, January 8, 10:00 AM – 11:30 AM CET, your time\n\nBring numbers.',
      html: '<p><strong>Budget review</strong></p>\n<p>Meeting: Tuesday, January 8, 10:00 AM – 11:30 AM CET, your time</p>\n<p>Bring numbers.</p>',
      recipientName: 'Ana',
      count: 1,
      span: {
        ...{ title: 'Budget review', location: 'Room 4', timezone: 'Europe/Paris', sequence: 1 },
        ...{ start: new Date('2030-01-08T09:00:00Z'), end: new Date('2030-01-08T10:30:00Z') },
      },
    })
    expect(of('jimin')).toMatchObject({
      subject: 'Budget review: 24시간 후',
      text: 'Budget review\n\n회의 시간: 1월 8일 화요일 오후 6:00~오후 7:30(GMT+9), 내 시간대 기준\n\nBring numbers.',
    })
    expect(of('jimin').span?.uid).toBe(of('ana').span?.uid)
  })

  it('a note is its own words, and what has no title is called by what it is', async () => {
    const { test, last } = await start()
    await ring(test, { body: 'At home.' })
    expect(last()).toMatchObject({
      subject: 'Call mom',
      text: 'Call mom\n\n12:01 AM UTC, your time\n\nAt home.',
      span: null,
      calendar: null,
    })
    await ring(test, { entity: { type: 'CHECK_IN', id: '2' }, title: undefined, body: 'How are you?' })
    expect(last()).toMatchObject({ subject: 'Check-in', text: 'Check-in\n\nTime for your check-in.\n\nHow are you?' })
  })

  it('other languages get English with a clock of 24 hours', async () => {
    const { test, last, belfry } = await start()
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Berlin', locale: 'de' })
    await ring(test)
    expect(last().text).toBe('Call mom\n\n1:01 CET, your time')
  })

  it('demo mode keeps what would have been said', async () => {
    const { test, belfry } = await start()
    const { id } = await belfry.reminders.schedule(note({ channels: ['email'] }))
    await test.advance('PT1M')
    const { attempts } = (await belfry.reminders.explain(id))!
    expect(attempts[0]?.reply).toContain('Subject: Call mom\n\nCall mom\n\n12:01 AM UTC, your time')
  })
})

describe('templates of one’s own', () => {
  it('are used from the moment they are put, changed and deleted, with what they leave out', async () => {
    const { test, last, belfry } = await start()
    await belfry.templates.put({
      name: 'calls',
      subject: 'Hey {{recipient.name}}: {{title}}',
      text: '{{title}}\n\nRoom {{data.room}}\n{{data.nothing}}\n\n{{due.date}} {{due.time}}',
    })
    await ring(test, { data: { room: '4 <b>' } })
    expect(last()).toMatchObject({
      subject: 'Hey : Call mom',
      text: 'Call mom\n\nRoom 4 <b>\n\nTuesday, January 1 12:01 AM',
      html: '<p>Call mom</p>\n<p>Room 4 &lt;b&gt;</p>\n<p>Tuesday, January 1 12:01 AM</p>',
    })
    await belfry.templates.put({ name: 'calls', text: null })
    await ring(test, { kind: 'b' })
    expect(last()).toMatchObject({ subject: 'Hey : Call mom', text: 'Call mom\n\n12:02 AM UTC, your time' })
    expect(await belfry.templates.delete('calls')).toBe(true)
    // The same name and version again: what was read before is not taken for it.
    await belfry.templates.put({ name: 'calls', subject: 'New: {{title}}' })
    await ring(test, { kind: 'c' })
    expect(last().subject).toBe('New: Call mom')
    await belfry.templates.delete({ name: 'calls' })
    await ring(test, { kind: 'd' })
    expect(last().subject).toBe('Call mom')
  })

  it('the one that fits best: kind, then type, then channel, then everything; of these the language', async () => {
    const { test, last, chat, belfry } = await start()
    await belfry.recipients.put({ id: 'jimin', locale: 'ko-KR' })
    const put = (name: string, purpose: object, locale: string | null = null) =>
      belfry.templates.put({ name, for: purpose, locale, subject: `${name}${locale ?? ''}` })
    let n = 0
    const used = async (more: object = {}, channel = 'mail') => {
      await ring(test, { entity: { type: 'note', id: `n${++n}` }, channels: [channel], ...more })
      return (channel === 'chat' ? last(chat) : last()).subject
    }
    expect(await used()).toBe('Call mom')
    await put('all', {})
    await put('all', {}, 'ko')
    expect([await used(), await used({ recipient: 'jimin' })]).toEqual(['all', 'allko'])
    await put('all', {}, 'ko-KR')
    expect(await used({ recipient: 'jimin' })).toBe('allko-KR')
    await put('mails', { channel: 'mail' })
    expect([await used(), await used({}, 'chat')]).toEqual(['mails', 'all'])
    await put('notes', { entityType: 'note' })
    expect([await used(), await used({}, 'chat'), await used({ entity: { type: 'x', id: '1' } })]).toEqual([
      ...['notes', 'notes', 'mails'],
    ])
    await put('pings', { kind: 'ping' })
    await put('pings.mail', { kind: 'ping', channel: 'mail' })
    expect([await used({ kind: 'ping' }), await used({ kind: 'ping' }, 'chat'), await used()]).toEqual([
      ...['pings.mail', 'pings', 'notes'],
    ])
    await put('notes', { entityType: 'note' }, 'en')
    expect([await used(), await used({ recipient: 'jimin' })]).toEqual(['notesen', 'notes'])
  })

  it('are for one tenant', async () => {
    const { belfry } = await start()
    await belfry.tenants.put({ id: 'other' })
    const other = belfry.as({ tenant: 'other' })
    await belfry.templates.put({ name: 'mine', subject: 'mine' })
    expect(await other.templates.get('mine')).toBeNull()
    expect((await other.templates.list()).items).toEqual([])
    expect((await other.templates.preview({ sample: { title: 'x' } })).template).toBeNull()
    expect(await other.templates.delete('mine')).toBe(false)
    await other.templates.put({ name: 'mine', subject: 'theirs' })
    expect((await belfry.templates.get('mine'))?.subject).toBe('mine')
  })

  it('for a chat have its tags, and are made from the text otherwise', async () => {
    const { test, last, chat, belfry } = await start()
    await belfry.templates.put({ name: 'all', text: '{{title}} & more', html: '<p>{{title}}</p>' })
    await ring(test, { channels: ['mail', 'chat'], title: '<i>' })
    expect(last().html).toBe('<p>&lt;i&gt;</p>')
    expect(last(chat).html).toBe('&lt;i&gt; &amp; more')
    await belfry.templates.put({ name: 'chat', for: { channel: 'chat' }, text: '{{title}}', html: '<b>{{title}}</b>' })
    await ring(test, { channels: ['chat'], title: '<i>', kind: 'b' })
    expect(last(chat)).toMatchObject({ text: '<i>', html: '<b>&lt;i&gt;</b>' })
    const refused = belfry.templates.put({
      name: 'p',
      for: { channel: 'chat', kind: 'k' },
      text: 'a',
      html: '<p>a</p>',
    })
    await expect(refused).rejects.toThrow('<p> is not allowed')
  })

  it('one that cannot be used keeps nothing back: the built-in words are, and it is logged once', async () => {
    const warnings: string[] = []
    const silent = () => {}
    const logger = {
      ...{ debug: silent, info: silent, error: silent },
      warn: (_: object, message: string) => void warnings.push(message),
    }
    const { test, last, belfry } = await start({ logger })
    await belfry.templates.put({ name: 'long', text: '{{data.text}}'.repeat(300) })
    for (const kind of ['a', 'b']) {
      await ring(test, { kind, data: { text: 'x'.repeat(2_000) } })
      expect(last().text).toMatch(/^Call mom\n/)
    }
    const client = await running.client()
    await client.query(`update belfry.templates set text = '{{#if}}', digest = 'other'`)
    await ring(test, { kind: 'c' })
    expect(last().text).toMatch(/^Call mom\n/)
    expect(warnings.filter((warning) => warning.startsWith('a template cannot be used'))).toHaveLength(2)
  })

  it('are refused where they could not work, with their place', async () => {
    const { belfry } = await start()
    const refused = async (input: object) => {
      const error: unknown = await belfry.templates.put({ name: 'x', ...input } as never).catch((one: unknown) => one)
      if (!(error instanceof BelfryError)) throw new Error(`taken: ${JSON.stringify(input)}`)
      return { code: error.code, field: error.field, accepted: error.accepted }
    }
    expect(await refused({ text: '{{titel}}' })).toMatchObject({ code: 'invalid_input', field: '/text' })
    expect((await refused({ text: '{{titel}}' })).accepted).toContain('title, body, kind')
    for (const name of ['constructor', '__proto__', 'title.length', 'data', 'toString', 'link'])
      expect(await refused({ subject: `{{${name}}}` })).toMatchObject({ code: 'invalid_input', field: '/subject' })
    expect(await refused({ subject: 'a\nb' })).toMatchObject({ field: '/subject' })
    expect(await refused({ text: 'a\u0007b' })).toMatchObject({ field: '/text' })
    expect(await refused({ html: '<p>a</p>' })).toMatchObject({ code: 'missing_field', field: '/text' })
    expect(await refused({})).toMatchObject({ code: 'missing_field', field: '/text' })
    expect(await refused({ text: 'x'.repeat(65_537) })).toMatchObject({ code: 'text_too_long', field: '/text' })
    expect(await refused({ text: 'a', locale: 'not a locale' })).toMatchObject({ field: '/locale' })
    expect(await refused({ text: 'a', for: { channel: 'pigeon' } })).toMatchObject({ code: 'unknown_channel' })
    expect(await refused({ text: 'a', for: { channel: 'memory' } })).toMatchObject({ code: 'unknown_channel' })
    expect(await refused({ text: 'a', for: { channel: 'web_push' }, html: '<b>a</b>' })).toMatchObject({
      field: '/html',
    })
    expect(await refused({ text: 'a', for: { person: 'x' } })).toMatchObject({ code: 'unknown_field' })
    await belfry.templates.put({ name: 'first', text: 'a', for: { kind: 'k' } })
    expect(await refused({ text: 'b', for: { kind: 'k' } })).toMatchObject({ code: 'in_use', field: '/for' })
    expect((await belfry.templates.list()).items.map(({ name }) => name)).toEqual(['first'])
  })

  it('have versions, and leave a trail', async () => {
    const { belfry } = await start()
    expect(await belfry.templates.put({ name: 'a', text: 'one' })).toMatchObject({ version: 1, created: true })
    expect(await belfry.templates.put({ name: 'a', text: 'one' })).toMatchObject({ version: 1, created: false })
    expect(await belfry.templates.put({ name: 'a', text: 'two', version: 1 })).toMatchObject({ version: 2 })
    await expect(belfry.templates.put({ name: 'a', text: 'three', version: 1 })).rejects.toThrow('The version is 2')
    await belfry.templates.delete('a')
    const { items } = await belfry.audit.list()
    expect(items.map(({ action }) => action)).toEqual(['template_deleted', 'template_changed', 'template_changed'])
    expect(JSON.stringify(items)).not.toContain('two')
  })

  it('two at once for the same: one is refused', async () => {
    const { belfry } = await start()
    const puts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => belfry.templates.put({ name: `t${i}`, for: { kind: 'k' }, text: 'a' })),
    )
    expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = puts.flatMap((put) => (put.status === 'rejected' ? [(put.reason as BelfryError).code] : []))
    expect(new Set(codes)).toEqual(new Set(['in_use']))
  })

  it('are listed in pages', async () => {
    const { belfry } = await start()
    for (const locale of ['de', 'en', 'ko']) await belfry.templates.put({ name: 'n', locale, text: locale })
    const first = await belfry.templates.list({ limit: 2 })
    const second = await belfry.templates.list({ limit: 2, cursor: first.nextCursor! })
    expect([...first.items, ...second.items].map(({ locale }) => locale)).toEqual(['de', 'en', 'ko'])
    expect(second.nextCursor).toBeNull()
  })
})

describe('preview', () => {
  it('says what a message would say, in every format, without keeping anything', async () => {
    const { belfry } = await start()
    const { template, contents, problem } = await belfry.templates.preview({
      template: {
        subject: '{{title}}, {{in}}',
        text: '{{when}}\n{{link.done}}',
        html: '<p>{{title}}: <a href="{{link.done}}">Done</a></p>',
      },
      sample: { title: 'A & B', at: '2030-01-02T10:00:00', timezone: 'Asia/Seoul', locale: 'ko' },
    })
    expect({ template, problem }).toEqual({ template: null, problem: null })
    expect(contents).toEqual({
      email: {
        subject: 'A & B, 25시간 후',
        text: '1월 2일 수요일 오전 10:00(GMT+9)\nhttps://belfry.example/r/sample?do=done',
        html: '<p>A &amp; B: <a href="https://belfry.example/r/sample?do=done">Done</a></p>',
      },
      push: {
        subject: 'A & B, 25시간 후',
        text: '1월 2일 수요일 오전 10:00(GMT+9)\nhttps://belfry.example/r/sample?do=done',
        html: null,
      },
      chat: {
        subject: 'A & B, 25시간 후',
        text: '1월 2일 수요일 오전 10:00(GMT+9)\nhttps://belfry.example/r/sample?do=done',
        html: '<tg-time unix="1893546000" format="wDt">1월 2일 수요일 오전 10:00(GMT+9)</tg-time>\nhttps://belfry.example/r/sample?do=done',
      },
      plain: {
        subject: 'A & B, 25시간 후',
        text: '1월 2일 수요일 오전 10:00(GMT+9)\nhttps://belfry.example/r/sample?do=done',
        html: null,
      },
    })
    expect((await belfry.templates.list()).items).toEqual([])
  })

  it('of a stored one, of the one that fits, and of the built-in words', async () => {
    const { belfry } = await start()
    await belfry.templates.put({ name: 'soon', for: { kind: '24h_before' }, subject: 'Soon: {{title}}' })
    const subject = async (input: object) => {
      const { template, contents } = await belfry.templates.preview({ format: 'plain', ...input })
      return [template?.name ?? null, contents.plain?.subject]
    }
    const sample = { title: 'Review' }
    expect(await subject({ name: 'soon', sample })).toEqual(['soon', 'Soon: Review'])
    expect(await subject({ for: { kind: '24h_before' }, sample })).toEqual(['soon', 'Soon: Review'])
    expect(await subject({ for: { kind: '1h_before' }, sample })).toEqual([null, 'Review: in 24 hours'])
    await expect(belfry.templates.preview({ name: 'none' })).rejects.toThrow('no such template')
    await expect(belfry.templates.preview({ template: { text: '{{x}}' } })).rejects.toThrow('/template/text')
  })

  it('of several that were put together', async () => {
    const { belfry } = await start()
    const { contents } = await belfry.templates.preview({
      sample: { items: ['One', 'Two <b>'], at: '2030-01-01T10:00:00Z', locale: 'ko' },
    })
    expect(contents.email).toEqual({
      subject: '알림 2건',
      text: '알림 2건\n\n- One (오전 10:00(UTC))\n- Two <b> (오전 10:00(UTC))',
      html: '<p><strong>알림 2건</strong></p>\n<ul>\n<li>One (오전 10:00(UTC))</li>\n<li>Two &lt;b&gt; (오전 10:00(UTC))</li>\n</ul>',
    })
    expect(contents.push?.text).toBe('- One (오전 10:00(UTC))\n- Two <b> (오전 10:00(UTC))')
  })
})
