// Reading a Deno KV database that is not Belfry's, through the package `@deno/kv`. Nothing else needs that package, so it is optional
// and loaded only here. Entries come in the order of their keys; each piece is one state of the database, not all of them
// together, so whoever writes there should have stopped.

import { open } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { BelfryError } from '../errors.ts'
import type { KvEntry, KvWanted, ReadKv } from '../import/kv.ts'

/** What is used of `@deno/kv`. */
interface Kv {
  list(
    selector: { readonly prefix: readonly string[] },
    options: { readonly batchSize?: number; readonly limit?: number; readonly reverse?: boolean },
  ): AsyncIterable<KvEntry>
  close(): void
}

export type OpenKv = (place: string, options: Readonly<Record<string, unknown>>) => Promise<Kv>

const isUrl = /^https?:\/\//i
/** Of a server that answers 5xx; the third is tried after six seconds. */
const retriesMax = 3
/** More at once the package does not ask for. */
const readMax = 500

export function kvReader(load: () => Promise<OpenKv> = loadPackage): ReadKv {
  return async function* readKv(wanted) {
    const { prefixes, chunk } = wanted
    const kv = await openKv(await load(), wanted)
    try {
      for (const [i, prefix] of prefixes.entries()) {
        const position = await measure(kv, prefix).catch(asBelfryError)
        for await (const entries of pieces(kv, prefix, chunk)) {
          const part = position(entries.at(-1)!)
          yield { entries, part: part === null ? null : (i + part) / prefixes.length }
        }
      }
    } finally {
      kv.close()
    }
  }
}

async function loadPackage(): Promise<OpenKv> {
  try {
    return (await import('@deno/kv')).openKv as unknown as OpenKv
  } catch (cause) {
    throw missingPackage(cause)
  }
}

function missingPackage(cause: unknown): BelfryError {
  return new BelfryError('invalid_input', 'Reading Deno KV takes the package @deno/kv, which is not installed here.', {
    field: '/source/database',
    accepted: 'npm install @deno/kv, and the same again; or the lines of a dump, which take no package',
    cause,
  })
}

async function openKv(open: OpenKv, { place, accessToken }: KvWanted): Promise<Kv> {
  if (isUrl.test(place)) checkUrl(place)
  else await checkFile(place)
  const token = accessToken === null ? {} : { accessToken }
  try {
    return await open(place, { ...token, maxRetries: retriesMax, encodeV8: serialize, decodeV8: readValue })
  } catch (error) {
    return asBelfryError(error)
  }
}

/** A value that cannot be read is one bad row, not the end of all of them. */
function readValue(bytes: Uint8Array): unknown {
  try {
    return deserialize(bytes)
  } catch {
    return null
  }
}

/** The token goes along with every request. */
function checkUrl(place: string): void {
  const url = URL.canParse(place) ? new URL(place) : null
  if (url?.protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '')) return
  throw new BelfryError('invalid_input', 'Not the URL of a Deno KV database.', {
    field: '/source/database',
    accepted: 'https://api.deno.com/databases/<id>/connect',
  })
}

const sqliteHead = 'SQLite format 3\u0000'

/** The package would make a database of whatever name it is given. */
async function checkFile(place: string): Promise<void> {
  const field = '/source/database'
  const accepted = 'the file that Deno.openKv was given, or a URL'
  const file = await open(place, 'r').catch((cause: unknown) => {
    throw new BelfryError('not_found', `There is no file ${place.slice(0, 200)}.`, { field, accepted, cause })
  })
  try {
    const head = Buffer.alloc(sqliteHead.length)
    const { bytesRead } = await file.read(head, 0, head.length, 0).catch(() => ({ bytesRead: 0 }))
    if (bytesRead === head.length && head.toString('latin1') === sqliteHead) return
  } finally {
    await file.close()
  }
  throw new BelfryError('invalid_input', 'Not the file of a Deno KV database.', { field, accepted })
}

async function* pieces(kv: Kv, prefix: string, chunk: number): AsyncGenerator<KvEntry[]> {
  let piece: KvEntry[] = []
  const entries = kv.list({ prefix: [prefix] }, { batchSize: Math.min(chunk, readMax) })[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await entries.next().catch(asBelfryError)
    if (done) break
    piece.push(value)
    if (piece.length < chunk) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/**
 * How far an entry is: nobody counts the entries before they are read, but their keys are in order, and the first and the last are
 * found at once.
 */
async function measure(kv: Kv, prefix: string): Promise<(entry: KvEntry) => number | null> {
  const at = async (reverse: boolean) => {
    for await (const entry of kv.list({ prefix: [prefix] }, { limit: 1, reverse })) return placeOf(entry)
    return null
  }
  const [first, last] = [await at(false), await at(true)]
  return (entry) => {
    const place = placeOf(entry)
    if (first === null || last === null || place === null) return null
    return last <= first ? 1 : Math.min(1, Math.max(0, (place - first) / (last - first)))
  }
}

/** A user's number, or a moment. */
function placeOf({ key: [, part] }: KvEntry): number | null {
  const place = typeof part === 'string' && !/^\d+$/.test(part) ? Date.parse(part) : Number(part)
  return Number.isFinite(place) ? place : null
}

/** What the package throws has no codes; its texts may quote an answer of the server, and are kept as the cause alone. */
function asBelfryError(cause: unknown): never {
  const text = cause instanceof Error ? cause.message : String(cause)
  const field = '/source/accessToken'
  if (text.includes('DENO_KV_ACCESS_TOKEN')) {
    throw new BelfryError('missing_field', 'A database elsewhere takes an access token.', {
      ...{ field, accepted: 'the access token of the database, as DENO_KV_ACCESS_TOKEN of the environment', cause },
    })
  }
  if (/status: 40[13]\b/.test(text)) {
    throw new BelfryError('invalid_input', 'The access token is not good for that database.', {
      ...{ field, accepted: 'an access token that may read it', cause },
    })
  }
  if (text.includes('napi interface')) throw missingPackage(cause)
  throw new BelfryError('database_unavailable', 'The Deno KV database cannot be read.', {
    ...{ field: '/source/database', accepted: 'a database that is there and answers', cause },
  })
}
