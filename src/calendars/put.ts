// A calendar is put: what is left out stays, null clears. Then it is read.

import { randomUUID } from 'node:crypto'
import { whyNoTarget } from '../channels/outgoing/outgoing.ts'
import { audit, type Context } from '../engine/context.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import { canonicalZone } from '../time/zone-name.ts'
import { applyReading, Overtaken } from './apply.ts'
import type { CalendarInput, CalendarName, Synced } from './calendar.ts'
import type { ReadFile } from './event.ts'
import { readCalendarFile } from './read-file.ts'
import { type KnownObject, nothingNew, type Reading, wholeReading } from './reading.ts'
import { type Credentials, placeRules } from './request.ts'
import { type CalendarRow, findCalendar, requireCalendar, seal, stateOf, unseal } from './row.ts'
import { answer, type CalendarGround, syncCalendar } from './sync.ts'

const fields = [
  ...['recipient', 'id', 'kind', 'name', 'url', 'username', 'password', 'timezone', 'onRemoved', 'writes', 'every'],
  ...['content', 'version'],
] as const

const everyMsDefault = 900_000
const everyMsMin = 60_000
const everyDaysMax = 30

/** What people said, read; undefined: nothing. */
interface Said {
  readonly name: CalendarName
  readonly kind: CalendarRow['kind']
  readonly title: string | null | undefined
  readonly url: string | undefined
  readonly credentials: Credentials | null | undefined
  readonly timezone: string | null | undefined
  readonly onRemoved: 'mark' | 'cancel' | undefined
  readonly writes: boolean | undefined
  readonly everyMs: number | undefined
  readonly version: number | undefined
}

export async function putCalendar(
  context: Context,
  ground: CalendarGround,
  isCallersTransaction: boolean,
  input: CalendarInput,
): Promise<Synced> {
  const value = readObject(input, fields, '')
  const said = readSaid(context, value)
  const file = value.content === undefined ? null : await readContent(said, value.content)
  await writeOver(context, said, file)
  if (said.kind === 'file') return await readAgain(context, ground, said.name, file)
  if (isCallersTransaction)
    return { ...(await answer(context, said.name)), changed: 0, removed: 0, written: 0, meetings: [] }
  return await syncCalendar(context, ground, said.name).catch(async (error: unknown) => {
    if (!(error instanceof BelfryError) || error.code !== 'busy') throw error
    // It is put, and due: a worker reads it.
    return { ...(await answer(context, said.name)), changed: 0, removed: 0, written: 0, meetings: [] }
  })
}

const triesMax = 5

/** What is left out is kept of what was read: where somebody has put it since, it is read again. */
async function writeOver(context: Context, said: Said, file: ReadFile | null): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = await findCalendar(context, said.name)
    if (!before && said.kind === 'file' && file === null) throw missing('/content', 'an iCalendar text')
    if (await write(context, said, before, await rowOf(context, said, before))) return
    if (tries === triesMax) throw new BelfryError('version_conflict', 'Others put it at the same time.')
  }
}

function readSaid(context: Context, value: Record<string, unknown>): Said {
  const kind = readOneOf(value.kind, '/kind', ['file', 'url', 'caldav'] as const)
  const place = value.url === undefined ? undefined : readPlace(context, value.url)
  const isWritten = value.writes === undefined ? undefined : readBoolean(value.writes, '/writes')
  if (isWritten && kind !== 'caldav') throw wrong('/writes', 'Only CalDAV can be written to.', 'false, or kind caldav')
  if (kind === 'file' && place) throw wrong('/url', 'A file has no address.', 'content')
  if (kind !== 'file' && value.content !== undefined) throw wrong('/content', 'It is read from its address.', 'url')
  return {
    name: {
      recipient: readId(value.recipient, '/recipient'),
      id: value.id === undefined ? randomUUID() : readName(value.id, '/id'),
    },
    kind,
    title: value.name == null ? (value.name as null | undefined) : readText(value.name, '/name', { charsMax: 200 }),
    url: place?.url,
    credentials: readCredentials(value) ?? place?.credentials,
    timezone:
      value.timezone == null
        ? (value.timezone as null | undefined)
        : canonicalZone(value.timezone as string, '/timezone'),
    onRemoved:
      value.onRemoved === undefined ? undefined : readOneOf(value.onRemoved, '/onRemoved', ['mark', 'cancel'] as const),
    writes: isWritten,
    everyMs: value.every === undefined ? undefined : readEvery(value.every),
    version: readVersion(value.version),
  }
}

/** Who comes with a recipient's token is anybody: what the operator allows to their own programs is not for them. */
function isByOwner({ actor }: Context): boolean {
  return actor.startsWith('recipient:')
}

function readPlace(context: Context, value: unknown): { url: string; credentials?: Credentials } {
  const rules = placeRules(context, isByOwner(context))
  const accepted = 'an https or webcal address of a public host, or one that the operator allows (allowedTargets)'
  const text = readText(value, '/url', { bytesMax: 2_048, accepted }).replace(/^webcals?:\/\//i, 'https://')
  if (!URL.canParse(text)) throw wrong('/url', 'Not a URL.', accepted)
  const url = new URL(text)
  const [username, password] = [url.username, url.password].map(decoded) as [string, string]
  url.username = ''
  url.password = ''
  url.hash = ''
  // A text without user and password stays as it was written: the check looks at what people write to be read in two ways.
  const bare = username === '' && password === '' ? text.replace(/#.*$/, '') : url.href
  const why = whyNoTarget(bare, rules)
  if (why !== null) throw wrong('/url', `Nothing can be read there: ${why}.`, accepted)
  return { url: url.href, ...((username !== '' || password !== '') && { credentials: { username, password } }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Null: both are forgotten. */
function readCredentials({ username, password }: Record<string, unknown>): Credentials | null | undefined {
  if (username === undefined && password === undefined) return undefined
  if (username === null && (password === null || password === undefined)) return null
  const accepted = 'both user name and password, or null for both'
  const name = readText(username ?? undefined, '/username', { bytesMax: 500, accepted })
  // A colon ends the name where both are sent.
  if (name.includes(':')) throw wrong('/username', 'A user name has no colon.', 'a name without a colon')
  return { username: name, password: readText(password ?? undefined, '/password', { bytesMax: 2_000, accepted }) }
}

function readEvery(value: unknown): number {
  const ms = durationMs(value, '/every', everyDaysMax)
  if (ms >= everyMsMin) return ms
  throw new BelfryError('invalid_duration', 'That is too often.', { field: '/every', accepted: 'PT1M or more' })
}

async function readContent({ kind }: Said, value: unknown): Promise<ReadFile | null> {
  if (kind !== 'file') return null
  return await readCalendarFile(readText(value, '/content', { bytesMax: limits.calendarBytesMax }))
}

type NewRow = Pick<
  CalendarRow,
  'kind' | 'name' | 'url' | 'credentials' | 'timezone' | 'on_removed' | 'writes' | 'every_ms'
> & { readonly isElsewhere: boolean }

/** Before the transaction: the vault may have to ask the database, over another connection. */
async function rowOf(context: Context, said: Said, before: CalendarRow | null): Promise<NewRow> {
  const same = before !== null && before.kind === said.kind ? before : null
  const url = said.kind === 'file' ? null : (said.url ?? same?.url ?? null)
  if (said.kind !== 'file' && url === null) throw missing('/url', 'an https URL')
  const name = kept(said.title, before?.name ?? null)
  return {
    kind: said.kind,
    name,
    url,
    credentials: await credentialsOf(context, said, same, url),
    timezone: kept(said.timezone, before?.timezone ?? null),
    on_removed: said.onRemoved ?? before?.on_removed ?? 'mark',
    writes: said.kind === 'caldav' && (said.writes ?? same?.writes ?? false),
    every_ms: said.everyMs ?? before?.every_ms ?? everyMsDefault,
    isElsewhere:
      before !== null && (same === null || before.url !== url || (await isAnothers(context, said, same, name))),
  }
}

/** The same address shows other people other things, and a server has several calendars. */
async function isAnothers(
  context: Context,
  { kind, credentials }: Said,
  before: CalendarRow,
  name: string | null,
): Promise<boolean> {
  if (kind === 'caldav' && before.name !== name) return true
  if (credentials === undefined) return false
  // One that was sealed with another key could be anybody's.
  const known = await unseal(context, before).catch(() => undefined)
  return known === undefined || known?.username !== credentials?.username
}

/** A password is for the server that it was given for: whoever changes the address does not get to see it elsewhere. */
async function credentialsOf(
  context: Context,
  { credentials, name }: Said,
  same: CalendarRow | null,
  url: string | null,
): Promise<string | null> {
  if (credentials === null || url === null) return null
  if (credentials !== undefined) return await seal(context, name, credentials)
  const isSameServer = same?.url != null && new URL(same.url).origin === new URL(url).origin
  return isSameServer ? same.credentials : null
}

/** False: it is not any more what it was. */
async function write(context: Context, said: Said, before: CalendarRow | null, row: NewRow): Promise<boolean> {
  const { recipient, id } = said.name
  const named = [context.tenant, recipient, id]
  return await context.db.transaction(async (tx) => {
    // Locked: nobody is erased between this and the calendar.
    if ((await tx.run('lock-recipients', [context.tenant, [recipient]])).length === 0)
      throw new BelfryError('unknown_recipient', 'There is no such recipient.', { field: '/recipient' })
    const [there] = await tx.run<{ version: number }>('lock-calendar', named)
    checkVersion(said.version, there?.version)
    if (before?.version !== there?.version) return false
    if (!there) await checkCount({ ...context, db: tx }, recipient)
    const { kind, name, url, credentials, timezone, on_removed, writes, every_ms, isElsewhere } = row
    const values = [kind, name, url, credentials, timezone, on_removed, writes, every_ms, isElsewhere]
    await tx.run('put-calendar', [...named, ...values, isByOwner(context)])
    if (isElsewhere) await tx.run('forget-calendar-objects', named)
    const action = there ? 'calendar_changed' : 'calendar_created'
    await audit(context, tx, action, [{ recipient, data: { calendar: id, kind } }])
    return true
  })
}

async function checkCount({ db, tenant }: Context, recipient: string): Promise<void> {
  const all = await db.run('calendars', [tenant, recipient, null])
  if (all.length < limits.calendarsMax) return
  throw refuse('too_many', 'This recipient has too many calendars.', {
    field: '/id',
    accepted: `at most ${limits.calendarsMax} calendars`,
  })
}

/** A file, and another zone for it. */
async function readAgain(
  context: Context,
  { ours }: CalendarGround,
  name: CalendarName,
  file: ReadFile | null,
): Promise<Synced> {
  const first = await requireCalendar(context, name)
  for (let row = first; ; row = await requireCalendar(context, name)) {
    // A worker may read it meanwhile, which changes nothing of a file; somebody who puts another file has the last word.
    checkVersion(first.version, row.version)
    const known = await context.db.run<KnownObject>('calendar-objects', [context.tenant, name.recipient, name.id])
    const reading = file === null ? nothingNew(stateOf(row)) : readingOf(row, file, known)
    try {
      const { changed, removed } = await applyReading(context, ours, row, known, reading)
      return { ...(await answer(context, name)), changed, removed, written: 0, meetings: [] }
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
}

function readingOf(row: CalendarRow, { objects, skipped, beyond }: ReadFile, known: readonly KnownObject[]): Reading {
  const { changed, removed, tooLarge } = wholeReading(objects, known)
  return { changed, removed, skipped: skipped + tooLarge, beyond, state: stateOf(row) }
}

function kept<T>(said: T | undefined, before: T): T {
  return said === undefined ? before : said
}

function readOneOf<T extends string>(value: unknown, field: string, all: readonly T[]): T {
  const found = all.find((one) => one === value)
  if (found !== undefined) return found
  if (value === undefined) throw missing(field, all.join(', '))
  throw wrong(field, 'Not one of these.', all.join(', '))
}

function missing(field: string, accepted: string): BelfryError {
  return refuse('missing_field', 'A required field is missing.', { field, accepted })
}

function wrong(field: string, what: string, accepted: string): BelfryError {
  return refuse('invalid_input', what, { field, accepted })
}
