// `belfry inbox`: what was delivered to somebody in the app, and what becomes of it.

import type { Belfry, InboxItem } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'
import { acceptedWhen, readWhen } from './program/when.ts'

export const inbox: Command = {
  usage: [
    'inbox list <recipient> [--state unread]',
    'inbox counts <recipient>',
    'inbox read|unread|archive|unarchive|done|undo <id>',
    'inbox snooze <id> <for|until>',
  ],
  details: `Read is seen: what waits of it on other channels is not sent any more. For or until: ${acceptedWhen}.`,
  options: {
    state: { value: '<state>', about: 'Only these: unread, read, archived, snoozed, done' },
    ...pageOptions,
  },
  words: [1, 3],
  examples: [
    ['inbox list ana --state unread', 'what Ana has not looked at'],
    ['inbox snooze 1f38….3b14 10m', 'it rings again in ten minutes'],
  ],
  async run(call) {
    const work = verbOf(call, 'inbox', verbs)
    await call.with((belfry, now) => work(call, belfry.inbox, now))
    return undefined
  },
}

type Inbox = Belfry['inbox']
type Verb = (call: Call, inbox: Inbox, now: Date) => Promise<void>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, all) {
    const state = call.text('state')
    // what is no state is refused there, with the list of those that are
    const wanted = { recipient: call.word(1, 'recipient'), ...(state === undefined ? {} : { state }), ...pageOf(call) }
    const page = await all.list(wanted as Parameters<Inbox['list']>[0])
    await call.answer(page, () => (page.items.length === 0 ? 'Nothing.' : itemTable(call, page.items)))
  },
  async counts(call, all) {
    const counts = await all.counts(call.word(1, 'recipient'))
    await call.answer(counts, () =>
      Object.entries(counts)
        .map(([state, count]) => `${state} ${count}`)
        .join(', '),
    )
  },
  read: changing('read', 'Read.'),
  unread: changing('unread', 'Unread again.'),
  archive: changing('archive', 'Archived.'),
  unarchive: changing('unarchive', 'Back in the inbox.'),
  done: changing('done', 'Done.'),
  undo: changing('undo', 'Taken back.'),
  async snooze(call, all, now) {
    const id = call.word(1, 'item')
    const zone = (await all.get(id))?.recipientTimezone ?? 'UTC'
    const until = readWhen(call.word(2, 'moment'), { now, zone })
    const item = await all.snooze(id, until.kind === 'after' ? { for: until.duration } : { until: until.at })
    await call.answer(item, () =>
      item.snoozedUntil ? `Rings again: ${when(item.snoozedUntil, zone, now)}.` : `It is ${item.state}.`,
    )
  },
}

function changing(verb: 'read' | 'unread' | 'archive' | 'unarchive' | 'done' | 'undo', said: string): Verb {
  return async (call, all) => {
    const item = await all[verb](call.word(1, 'item'))
    await call.answer(item, () => said)
  }
}

function itemTable(call: Call, items: readonly InboxItem[]): string {
  const rows = items.map(({ id, at, state, kind, title }) => [id, at.toISOString(), state, kind, plain(title ?? '')])
  const { columns, isTty } = call.terminal
  return table(['id', 'at', 'state', 'kind', 'title'], rows, { columns, paint: call.paint, cut: isTty.out })
}
