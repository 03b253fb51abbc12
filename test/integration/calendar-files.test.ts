// Files of meetings: what whoever asks gets, and what goes along with mails about a meeting. Mails are read by an independent reader of
// MIME, and their files by two calendars.

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { mailOf } from '../../src/channels/email/mail.ts'
import { writeMail } from '../../src/channels/email/mime.ts'
import { type Message, memoryChannel } from '../../src/index.ts'
import { calendarFileOf } from '../../src/meetings/calendar-file/calendar-file.ts'
import { uidOf } from '../../src/meetings/calendar-file/uid.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { runtimeRules } from '../../src/time/zone-rules.ts'
import { insertMeeting, type MeetingRow, morning } from './meeting-rows.ts'
import { useDatabase } from './running.ts'

const { start, client, url, atEnd } = useDatabase()
const later = ['2030-07-02T07:00:00Z', '2030-07-02T08:00:00Z'] as const
const logger = { debug() {}, info() {}, warn() {}, error() {} }

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  const said = (name: string) => event.component.getFirstPropertyValue(name)?.toString()
  return { event, said, method: calendar.getFirstPropertyValue('method') }
}

describe('the file of a meeting', () => {
  async function asking(row: MeetingRow) {
    const { belfry } = await start()
    await belfry.recipients.put({ id: 'ben', name: '벤', locale: 'ko' })
    const sql = await client()
    await insertMeeting(sql, row)
    const connection = { connectionString: url() }
    const db = openDatabase({
      ...{ connection, connectionsMax: 2, name: 'test', role: null, pooled: false, logger, revive: null },
    })
    atEnd(() => db.close())
    const file = (id: string, viewer?: string, tenant = 'default') =>
      calendarFileOf({ db, tenant, rules: runtimeRules }, id, viewer === undefined ? {} : { viewer })
    return { belfry, sql, file }
  }

  it('is for those who take part, each in their language', async () => {
    const slots = [morning, later]
    const { file } = await asking({ id: 'one', status: 'pending', people: ['ana', 'ben'], slots })
    const [plain, anas, bens] = await Promise.all([file('one'), file('one', 'ana'), file('one', 'ben')])
    expect(plain).toEqual({ text: expect.stringContaining('Also proposed:'), version: 1 })
    expect(anas).toEqual(plain)
    expect(read(bens.text).event.description).toContain('다른 제안 시간:')
    await expect(file('one', 'cho')).rejects.toMatchObject({ code: 'not_found' })
    await expect(file('two')).rejects.toMatchObject({ code: 'not_found' })
    await expect(file('one', undefined, 'other')).rejects.toMatchObject({ code: 'not_found' })
    await expect(file('')).rejects.toMatchObject({ code: expect.any(String), field: '/id' })
  })

  it('has people by their names and addresses of mail, and the steps of the plan it names', async () => {
    const { belfry, sql, file } = await asking({
      id: 'one',
      people: ['ana', ['ben', 'accepted'], 'gone'],
      plan: 'calm',
    })
    await sql.query(
      `insert into belfry.addresses (tenant, recipient, channel, address, created_at)
       values ('default', 'ben', 'email', 'ben@example.com', now()), ('default', 'ben', 'telegram', '7', now())`,
    )
    await belfry.plans.put({ name: 'calm', steps: ['-P1D'] })
    const { event } = read((await file('one'))!.text)
    expect(event.component.getAllSubcomponents('valarm')).toHaveLength(1)
    const people = event.attendees.map((one) => [
      one.getParameter('cn'),
      one.getParameter('partstat'),
      one.getFirstValue(),
    ])
    const nobody = expect.stringMatching(/^urn:uuid:/)
    expect(people).toEqual([
      ['ana', 'ACCEPTED', nobody],
      ['벤', 'ACCEPTED', 'mailto:ben@example.com'],
      ['gone', 'NEEDS-ACTION', nobody],
    ])
    expect(new Set(people.map(([, , address]) => address)).size).toBe(3)
  })

  it('of each of a lineage is its own, under one name', async () => {
    const { sql, file } = await asking({ id: 'one', status: 'rescheduled', accepted: 0 })
    await insertMeeting(sql, { id: 'two', parent: 'one', root: 'one', sequence: 1, slots: [later] })
    const [first, second] = [read((await file('one'))!.text), read((await file('two'))!.text)]
    expect([first.method, first.said('status'), first.event.sequence]).toEqual(['CANCEL', 'CANCELLED', 0])
    expect([second.method, second.said('status'), second.event.sequence]).toEqual(['REQUEST', 'CONFIRMED', 1])
    expect(first.event.uid).toBe(second.event.uid)
  })
})

describe('a mail about a meeting', () => {
  const mail = () => ({ ...memoryChannel({ name: 'email' }), format: 'email' as const })
  const sender = { from: { name: 'Belfry', address: 'reminders@belfry.test' }, replyTo: null }

  async function mailing(rows: readonly MeetingRow[]) {
    const channel = mail()
    const test = await start({ now: '2030-06-30T12:00:00Z', channels: [channel], defaultChannels: ['email'] })
    const { belfry, advance } = test
    await belfry.recipients.put({
      id: 'ana',
      name: 'Ana',
      timezone: 'Europe/Berlin',
      addresses: { email: 'ana@example.com' },
    })
    await belfry.recipients.put({ id: 'ben', name: 'Ben', addresses: { email: 'ben@example.com' } })
    const sql = await client()
    for (const row of rows) await insertMeeting(sql, row)
    /** Tells ana of it, and answers her mail. */
    const notice = async (id: string, kind: string, data: object) => {
      await belfry.reminders.schedule({
        ...{ entity: { type: 'meeting', id }, kind, recipient: 'ana', in: 'PT1S', title: 'Budget review' },
        data: { by: 'ben', byName: 'Ben', reason: null, slots: [{ start: morning[0], end: morning[1] }], ...data },
      })
      await advance('PT1M')
      return await opened(channel.sent.at(-1)!)
    }
    return { ...test, sql, sent: channel.sent, notice }
  }

  async function opened(message: Message) {
    const { bytes } = await writeMail(mailOf(message, 'ana@example.com', sender))
    const parsed = await PostalMime.parse(bytes)
    const [file] = parsed.attachments
    const text = file ? new TextDecoder().decode(file.content as ArrayBuffer) : ''
    const [other] = Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT') as VEvent[]
    const type = /Content-Type: text\/calendar;[^\r\n]*(?:\r\n\s[^\r\n]*)*/i.exec(bytes.toString('utf8'))?.[0] ?? ''
    return { parsed, file, text, other, type: type.replaceAll(/\s+/g, ' ') }
  }

  it('that was accepted has the invitation', async () => {
    const { notice } = await mailing([
      { id: 'one', people: ['ana', ['ben', 'accepted']], sequence: 1, location: 'Room 7' },
    ])
    const { parsed, file, text, other, type } = await notice('one', 'accepted', {})
    expect(parsed.subject).toBe('Budget review: accepted')
    expect(parsed.text).toContain('Ben has accepted: Monday, July 1, 9:00 AM \u2013 10:30 AM CEST, your time')
    expect(file).toMatchObject({ filename: 'event.ics', mimeType: 'text/calendar', disposition: 'attachment' })
    expect(type).toContain('method=REQUEST')
    const { event, method, said } = read(text)
    expect([method, said('status'), event.uid, event.sequence]).toEqual([
      ...['REQUEST', 'CONFIRMED', uidOf('default', 'one'), 1],
    ])
    expect(other).toMatchObject({ uid: event.uid, summary: 'Budget review', location: 'Room 7', method: 'REQUEST' })
    expect(new Date(other!.start.getTime())).toEqual(new Date(morning[0]))
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20300701T090000')
    expect(text).toContain('BEGIN:VTIMEZONE')
    expect(event.attendees.map((one) => one.getFirstValue())).toContain('mailto:ben@example.com')
  })

  it('an hour before has it too, instead of what plain entities have', async () => {
    const { belfry, sent, sql, advance } = await mailing([])
    const entity = (id: string) => ({
      ...{ type: 'meeting', id, at: '2030-07-01T09:00:00', timezone: 'Europe/Berlin', title: 'Budget review' },
      ...{ anchors: { end: { at: '2030-07-01T10:30:00' } }, recipients: ['ana'], plan: ['-PT1H'] },
    })
    await belfry.entities.put(entity('one'))
    await belfry.entities.put(entity('somebody else’s'))
    await insertMeeting(sql, { id: 'one', sequence: 3 })
    await advance('P1D')
    const byId = (id: string) => opened(sent.find((one) => one.entity.id === id)!)
    const ours = await byId('one')
    expect([ours.parsed.subject, read(ours.text).event.sequence]).toEqual(['Budget review: in 1 hour', 3])
    expect([ours.other?.uid, ours.type.includes('method=REQUEST')]).toEqual([uidOf('default', 'one'), true])
    const plain = await byId('somebody else’s')
    expect([read(plain.text).method, plain.type.includes('method=PUBLISH')]).toEqual(['PUBLISH', true])
    expect(plain.other?.uid).not.toBe(uidOf('default', 'somebody else’s'))
  })

  it.each([
    ['cancelled', 'cancelled'],
    ['denied', 'denied'],
    ['expired', 'cancelled'],
  ])('that is %s takes it out of the calendar', async (kind, status) => {
    const { notice } = await mailing([{ id: 'one', status, accepted: kind === 'cancelled' ? 0 : null, sequence: 2 }])
    const { text, other, type } = await notice('one', kind, { reason: 'No time' })
    const { event, method, said } = read(text)
    expect([method, said('status'), event.sequence]).toEqual(['CANCEL', 'CANCELLED', 2])
    expect(type).toContain('method=CANCEL')
    expect(other).toMatchObject({ uid: uidOf('default', 'one'), status: 'CANCELLED', method: 'CANCEL' })
  })

  it('that was moved has the new proposal, whichever of the two it is about', async () => {
    const { notice } = await mailing([
      { id: 'one', status: 'rescheduled', accepted: 0 },
      { id: 'two', parent: 'one', root: 'one', status: 'pending', sequence: 1, slots: [later, morning] },
    ])
    for (const id of ['one', 'two']) {
      const { text } = await notice(id, 'moved', {})
      const { event, method, said } = read(text)
      expect([method, said('status'), event.uid, event.sequence]).toEqual([
        ...['REQUEST', 'TENTATIVE', uidOf('default', 'one'), 1],
      ])
      expect(event.startDate.toJSDate()).toEqual(new Date(later[0]))
    }
  })

  it('that is proposed has it for one slot; of several none is the one', async () => {
    const { notice } = await mailing([
      { id: 'one', status: 'pending' },
      { id: 'several', status: 'pending', slots: [morning, later] },
    ])
    expect(read((await notice('one', 'requested', {})).text).said('status')).toBe('TENTATIVE')
    expect((await notice('several', 'requested', {})).file).toBeUndefined()
  })

  it('for somebody who does not take part goes out without', async () => {
    const { notice } = await mailing([{ id: 'one', people: ['ben', 'cho'] }])
    const { parsed, file } = await notice('one', 'accepted', {})
    expect([parsed.subject, file]).toEqual(['Budget review: accepted', undefined])
  })

  it('in a zone that this machine does not know goes out without', async () => {
    const { notice, sql } = await mailing([{ id: 'one' }])
    await sql.query(`update belfry.meetings set timezone = 'Mars/Olympus'`)
    const { parsed, file } = await notice('one', 'accepted', {})
    expect([parsed.subject, file]).toEqual(['Budget review: accepted', undefined])
  })
})
