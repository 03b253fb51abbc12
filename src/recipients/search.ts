// Finding people by the beginning of what they are called: the name, its last word, the id. In this order, and within each by what was found: that is how
// the indexes lie (migrations/0022), so a page costs the same among ten people and among a million.

import type { Context } from '../engine/context.ts'
import { notACursor } from '../engine/page.ts'
import { readText } from '../input.ts'
import { limits } from '../limits.ts'
import type { RecipientRow } from './recipients.ts'

export interface Search {
  readonly text: string
  readonly after: Place | null
  readonly limit: number
  readonly isSuspended: boolean
}

/** In the order of what is found: everything after it is still to come. */
interface Place {
  /** 0: has this very id, 1: by name, 2: by its last word, 3: by id. */
  readonly part: number
  readonly found: string
  readonly id: string
}

type FoundRow = RecipientRow & Place & { readonly wanted: boolean; readonly is_end: boolean }

/** Of one part; those that were found by another part before are passed over. */
const walkMax = 1_000
/** No text goes on with a higher one. */
const lastCharacter = '\u{10FFFF}'

/** Spaces around it are nobody's name. */
export function readSearch(value: unknown): string {
  return readText(value, '/search', { charsMax: limits.searchCharsMax }).trim()
}

/** Answers fewer than were asked for, or none, while the cursor says that there is more, where very many had to be passed over. */
export async function findRecipients(
  { db, tenant }: Context,
  { text, after, limit, isSuspended }: Search,
): Promise<{ rows: RecipientRow[]; nextCursor: string | null }> {
  const found = await db.run<FoundRow>('recipients-found', [
    ...[tenant, text, lastCharacter, after?.part ?? null, after?.found ?? null, after?.id ?? null],
    ...[isSuspended, walkMax, limit + 1],
  ])
  const wanted = found.filter((row) => row.wanted)
  const rows = wanted.slice(0, limit)
  const last = wanted.length > limit ? rows.at(-1) : found.find((row) => row.is_end)
  return { rows, nextCursor: last ? cursorOf(last) : null }
}

/** Names and ids may hold whatever would stand between them: how long the first is says where the second begins. */
function cursorOf({ part, found, id }: Place): string {
  return `${part}${found.length}~${found}${id}`
}

export function readSearchCursor(value: unknown): Place {
  const cursor = readText(value, '/cursor', { charsMax: limits.cursorCharsMax })
  const [head = '', part, length] = /^([0-3])(\d{1,3})~/.exec(cursor) ?? []
  const rest = cursor.slice(head.length)
  const [found, id] = [rest.slice(0, Number(length)), rest.slice(Number(length))]
  if (part === undefined || id === '' || !found.isWellFormed() || !id.isWellFormed()) throw notACursor()
  return { part: Number(part), found, id }
}
