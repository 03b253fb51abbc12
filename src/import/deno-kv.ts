// A Telegram bot that kept its reminders in Deno KV. Each user becomes a recipient with their chat as address, what is ahead becomes a
// reminder under its old id, what was sent is marked for good, and what is overdue follows the rules for what is late: as
// long as it is useful it rings, by and by (decision 6), several of one person in one message; after that it is recorded and listed.

import { recipientOfChat } from '../chats/chat.ts'
import { planFirst } from '../engine/first-moment.ts'
import type { Person } from '../engine/planning.ts'
import type { Wanted } from '../engine/reminder.ts'
import type { WriteRow } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { readText } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import { canonicalZone } from '../time/zone.ts'
import { identityOf, type Note, readNote } from './deno-kv-note.ts'
import { type DenoKvSource, openDenoKv } from './deno-kv-source.ts'
import { type Facts, factsOf, type Identity, peopleOf, withSeen } from './known.ts'
import type { ReadKv } from './kv.ts'
import { type Mark, writeMarks } from './marks.ts'
import { recordPast } from './past.ts'
import type { ImportReport } from './report.ts'
import {
  beginRun,
  type Importer,
  type ImportOptions,
  importRows,
  type Run,
  readOptions,
  type Settings,
  writeSplitting,
} from './run.ts'
import type { RowRef } from './source.ts'
import { writeOfKnown } from './write.ts'

export interface DenoKvOptions extends ImportOptions {
  /** The zone of people that Belfry does not know; the bot asks them. It moves no reminder. Default UTC. */
  readonly defaultTimezone?: string
  /** How long after its moment a reminder is still worth ringing. Default `PT24H`. */
  readonly tolerance?: string
}

interface Rules {
  readonly timezone: string
  readonly tolerance: string | undefined
}

export async function importDenoKv(
  importer: Importer,
  readKv: ReadKv,
  source: DenoKvSource,
  options?: DenoKvOptions,
): Promise<ImportReport> {
  const settings = readOptions(options, ['defaultTimezone', 'tolerance'])
  const rules = readRules(settings)
  const opened = openDenoKv(source, { readKv, batchSize: settings.batchSize })
  const run = await beginRun(importer, settings)
  await importRows(run, opened, {
    read: (row) => readNote(run.context, row, rules.tolerance),
    take: (notes) => takeNotes(run, notes, rules.timezone),
  })
  return run.tally.report(settings.dryRun)
}

function readRules({ own: { defaultTimezone, tolerance } }: Settings): Rules {
  const field = '/options/defaultTimezone'
  if (tolerance !== undefined) durationMs(tolerance, '/options/tolerance')
  return {
    timezone:
      defaultTimezone === undefined ? 'UTC' : canonicalZone(readText(defaultTimezone, field, { bytesMax: 64 }), field),
    tolerance: tolerance as string | undefined,
  }
}

/** A note, and whose it is here: of somebody who has connected their chat, the recipient that they are. */
interface Owned extends Identity {
  readonly note: Note
  readonly ref: RowRef
  readonly wanted: Wanted
}

type Fate = 'marked' | 'past' | 'rings' | 'already_there'

async function takeNotes(run: Run, notes: readonly Note[], timezone: string): Promise<void> {
  const owned = await ownersOf(run, notes)
  const known = await knownOf(run, owned)
  const decided: Record<Fate, Owned[]> = { marked: [], past: [], rings: [], already_there: [] }
  for (const [i, one] of owned.entries()) {
    const fate = fateOf(one, withSeen(run, one, known[i]!), run.nowMs)
    remember(run, one, fate)
    decided[fate].push(one)
  }
  const { marked, past, rings, already_there } = decided
  run.tally.add('alreadyThere', already_there.length)
  const people = await makeKnown(run, [...marked, ...past, ...rings], timezone)
  await writeMarks(
    run,
    marked.map((one) => markOf(one, run.nowMs)),
  )
  await recordPast(
    run,
    past.map((one) => ({ ...one, scheduledMs: one.note.atMs })),
  )
  await scheduleNotes(run, rings, people)
}

async function ownersOf({ context }: Run, notes: readonly Note[]): Promise<Owned[]> {
  const users = [...new Set(notes.map(({ user }) => user))]
  const rows = await context.db.run<{ user_id: string; recipient: string }>('chat-owners', [context.tenant, users])
  const owners = new Map(rows.map(({ user_id, recipient }) => [user_id, recipient]))
  return notes.map((note) => {
    const { ref, user, occurrence } = note
    const wanted = { ...note.wanted, recipient: owners.get(user) ?? note.wanted.recipient }
    return { note, ref, wanted, ...identityOf(context, wanted, occurrence) }
  })
}

/** What came in before somebody connected their chat is known under the bot's own recipient, and must not ring for both. */
async function knownOf(run: Run, owned: readonly Owned[]): Promise<Facts[]> {
  const known = await factsOf(run, owned)
  const moved = owned.flatMap(({ id, note }, i) => (id === note.id ? [] : [i]))
  const before = await factsOf(
    run,
    moved.map((i) => owned[i]!.note),
  )
  for (const [n, i] of moved.entries()) known[i] = either(known[i]!, before[n]!)
  return known
}

function either(a: Facts, b: Facts): Facts {
  return {
    scheduled: a.scheduled || b.scheduled,
    sentOnce: a.sentOnce || b.sentOnce,
    sentHere: a.sentHere || b.sentHere,
    here: a.here || b.here,
    heard: a.heard || b.heard,
  }
}

function fateOf({ note, wanted }: Owned, facts: Facts, nowMs: number): Fate {
  if (!note.isActive) return facts.sentOnce || facts.sentHere ? 'already_there' : 'marked'
  if (facts.scheduled || facts.heard || facts.here || facts.sentOnce) return 'already_there'
  return note.atMs + wanted.toleranceMs <= nowMs ? 'past' : 'rings'
}

/** For the rows after it. */
function remember({ seen }: Run, { id, occurrence }: Owned, fate: Fate): void {
  if (fate === 'marked') seen.add('sent', id, 'once')
  if (fate === 'past') seen.add('here', id, occurrence)
  if (fate === 'rings') seen.add('scheduled', id)
}

/** Sent at its moment, as far as anybody knows; one of the future was sent before now. */
function markOf({ ref, id, bucket, wanted, note }: Owned, nowMs: number): Mark {
  const { entityType, entityId, kind, recipient } = wanted
  const atMs = Math.min(note.atMs, nowMs)
  return { ref, id, bucket, entityType, entityId, kind, recipient, occurrence: 'once', atMs, state: 'sent' }
}

/** Who is new becomes a recipient, gets the chat as address, and is known to the bot. Answers how everybody is planned for. */
async function makeKnown(
  { context, settings, seen, tally }: Run,
  owned: readonly Owned[],
  timezone: string,
): Promise<ReadonlyMap<string, Person>> {
  const people = await peopleOf(
    { context },
    owned.map(({ wanted }) => wanted.recipient),
  )
  const known = new Set(people.keys())
  // Whoever has connected their chat has an address, and a zone.
  const own = new Set(owned.flatMap(({ note, wanted }) => (isOwn(note, wanted) ? [note.user] : [])))
  const strangers = [...own].filter((user) => !known.has(recipientOfChat(user)) && !seen.has('recipient', user))
  for (const user of strangers) seen.add('recipient', user)
  for (const { wanted } of owned)
    if (!people.has(wanted.recipient)) people.set(wanted.recipient, { timezone, quietHours: null })
  if (settings.dryRun || own.size === 0) {
    tally.add('recipientsCreated', strangers.length)
    return people
  }
  const users = [...own]
  const created = await context.db.run<{ id: string }>('import-chat-people', [
    context.tenant,
    users,
    users.map(recipientOfChat),
    timezone,
  ])
  tally.add('recipientsCreated', created.length)
  return people
}

function isOwn({ user }: Note, { recipient }: Wanted): boolean {
  return recipient === recipientOfChat(user)
}

interface Row extends WriteRow {
  readonly ref: RowRef
  readonly isLate: boolean
}

async function scheduleNotes(run: Run, owned: readonly Owned[], people: ReadonlyMap<string, Person>): Promise<void> {
  const { context, settings, tally, nowMs } = run
  const count = (some: readonly Row[]) => {
    tally.add('scheduled', some.length)
    tally.add('late', some.filter(({ isLate }) => isLate).length)
  }
  const rows = owned.map(({ ref, id, bucket, wanted, note }): Row => {
    const planned = planFirst(wanted, people.get(wanted.recipient)!, { nowMs, rules: context.rules })
    const isLate = note.atMs <= nowMs
    return { ref, id, bucket, wanted, planned, generation: 1, since: 1, createdMs: note.createdMs, isLate }
  })
  if (settings.dryRun) return count(rows)
  await writeSplitting(tally, rows, async (some) => {
    const { there, versions } = await writeOfKnown(context, some)
    for (const { ref, wanted } of some) if (!there.has(wanted.recipient)) tally.refuse(ref, erasedMeanwhile())
    const ours = some.filter(({ wanted }) => there.has(wanted.recipient))
    const written = ours.filter(({ id }) => versions.has(id))
    count(written)
    tally.add('alreadyThere', ours.length - written.length)
  })
}

function erasedMeanwhile(): BelfryError {
  return new BelfryError('unknown_recipient', 'The user was erased while the import ran.', { field: '/key' })
}
