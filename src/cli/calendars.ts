// `belfry calendars`: calendars elsewhere, read for when people are busy; and the feed that calendars subscribe to.

import type { Belfry, Calendar, CalendarInput, Synced } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { readingOf } from './program/files.ts'
import { noneSuch, requirePerson } from './program/people.ts'
import { verbOf } from './program/verb.ts'

export const calendars: Command = {
  usage: [
    'calendars list <recipient>',
    'calendars add <recipient> <file|url> [--caldav] [options]',
    'calendars sync <recipient> <calendar>',
    'calendars remove <recipient> <calendar>',
    'calendars feed <recipient> [--rotate]',
  ],
  details: `What is in a calendar blocks slots and acceptance; only times are kept. With --caldav the password is read from the standard input, so
that it is in no list of processes. feed shows the address to subscribe to: whoever has it can read it. sync ends with 1 where it cannot be read.`,
  options: {
    caldav: { about: 'add: a CalDAV collection' },
    username: { value: '<name>', about: 'add --caldav: who signs in' },
    id: { value: '<id>', about: 'add: an id of your own' },
    name: { value: '<text>', about: 'add: what it is called' },
    timezone: { value: '<zone>', about: 'add: of events that name none' },
    every: { value: '<duration>', about: 'add: how often it is read (PT15M)' },
    'on-removed': { value: '<mark|cancel>', about: 'add: what of a meeting that is deleted there (mark)' },
    writes: { about: 'add --caldav: write accepted meetings there' },
    rotate: { about: 'feed: another address; the one before is no more' },
  },
  words: [2, 3],
  examples: [
    ['calendars add ana https://calendar.example.com/ana.ics', 'read every 15 minutes'],
    ['calendars add ana holidays.ics --name Holidays', 'a file, once'],
    ['calendars feed ana', 'where her own calendar can subscribe'],
  ],
  async run(call) {
    const work = verbOf(call, 'calendars', verbs)
    return await call.with((belfry, now) => work(call, belfry, now))
  },
}

type Verb = (call: Call, belfry: Belfry, now: Date) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, belfry, now) {
    const { id: recipient } = await requirePerson(belfry, call.word(1, 'recipient'))
    const items = await belfry.calendars.list({ recipient })
    await call.answer({ items }, () => (items.length === 0 ? 'There are none.' : calendarTable(call, items, now)))
    return undefined
  },
  async add(call, { calendars: all }, now) {
    return await answer(call, await all.put(await inputOf(call)), now)
  },
  async sync(call, { calendars: all }, now) {
    return await answer(call, await all.sync(nameOf(call)), now)
  },
  async remove(call, { calendars: all }) {
    const name = nameOf(call)
    const result = await all.delete(name)
    if (!result.deleted) throw noneSuch('calendar', name.id, await all.list({ recipient: name.recipient }))
    await call.answer(result, () => 'Removed.')
    return undefined
  },
  async feed(call, { feeds }) {
    const recipient = call.word(1, 'recipient')
    const feed = call.has('rotate') ? await feeds.rotate({ recipient }) : await feeds.get({ recipient })
    await call.answer(feed, () => feed.url ?? `${feed.path}\n(of the server: BELFRY_PUBLIC_URL says where that is)`)
    return undefined
  },
}

function nameOf(call: Call) {
  return { recipient: call.word(1, 'recipient'), id: call.word(2, 'calendar') }
}

async function inputOf(call: Call): Promise<CalendarInput> {
  const place = call.word(2, 'file or address')
  const optional = {
    id: call.text('id'),
    name: call.text('name'),
    timezone: call.text('timezone'),
    every: call.text('every'),
    onRemoved: call.text('on-removed'),
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  const all = { recipient: call.word(1, 'recipient'), ...given } as { recipient: string }
  if (!/^(https?|webcals?):/i.test(place)) {
    if (call.has('caldav')) throw usageError('CalDAV is at an address.', 'https://…')
    return { ...all, kind: 'file', content: await textOf(call, place) }
  }
  if (!call.has('caldav')) return { ...all, kind: 'url', url: place }
  const username = call.text('username')
  const password = (await textOf(call, '-')).replace(/\r?\n$/, '')
  return {
    ...{ ...all, kind: 'caldav', url: place, password },
    ...(username === undefined ? {} : { username }),
    ...(call.has('writes') ? { writes: true } : {}),
  }
}

async function textOf(call: Call, file: string): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readingOf(call, file, 'an iCalendar file (.ics), its https address').chunks)
    chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function answer(call: Call, synced: Synced, now: Date): Promise<number | undefined> {
  const { calendar, changed, removed, written, meetings } = synced
  await call.answer(synced, () =>
    [
      calendarTable(call, [calendar], now),
      `Changed: ${changed}. Gone: ${removed}. Written: ${written}.`,
      ...meetings.map(({ meetingId, outcome }) => `${plain(meetingId)} was removed there: ${outcome}.`),
      '',
    ].join('\n'),
  )
  return calendar.trouble === null ? undefined : exit.failed
}

function calendarTable(call: Call, items: readonly Calendar[], now: Date): string {
  const { timezone, columns, isTty } = call.terminal
  const rows = items.map(({ id, kind, name, url, syncedAt, objects, trouble }) => [
    plain(id),
    kind,
    syncedAt ? when(syncedAt, timezone, now) : 'never',
    String(objects),
    trouble === null ? 'well' : plain(trouble),
    plain([name, url].filter(Boolean).join(' ') || '-'),
  ])
  const head = ['calendar', 'kind', 'read', 'events', 'state', 'what']
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}
