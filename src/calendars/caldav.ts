// CalDAV through tsdav, over the guard: its `fetch` is ours. Only what a server says is judged here: each address it names has to lie in
// the collection, and each status is looked at.

import type * as Tsdav from 'tsdav'
import type { DAVResponse } from 'tsdav'
import { boundedXml } from './bounded-xml.ts'
import { CalendarTrouble, Refused, type Requests, refused } from './request.ts'
import { isWholeXml } from './whole-xml.ts'

export interface Collection {
  readonly url: string
  readonly ctag: string | null
  readonly canSync: boolean
}

/** What is there: an address within the collection, and its version. */
export interface Listed {
  readonly href: string
  readonly etag: string | null
}

export interface Changes {
  readonly listed: readonly Listed[]
  readonly removed: readonly string[]
  readonly syncToken: string | null
}

export interface Fetched extends Listed {
  readonly text: string
}

/** Pages of one list of changes that are asked for. */
const pagesMax = 100
const hrefBytesMax = 1_024

export class CalDav {
  readonly #dav: typeof Tsdav
  readonly #request: Requests
  /** Of a collection that is known: where it has moved to is for people to say. */
  readonly #fetch: typeof fetch

  /** Loaded when somebody has such a calendar. */
  static async open(request: Requests): Promise<CalDav> {
    return new CalDav(await import('tsdav'), boundedXml(request))
  }

  constructor(dav: typeof Tsdav, request: Requests) {
    this.#dav = dav
    this.#request = request
    this.#fetch = fetchOver(request, { follows: false })
  }

  /** The collection itself, or the one that its server has. Where it leads to is where it is from now on. */
  async find(url: string, name: string | null): Promise<Collection> {
    let arrived = url
    const following = fetchOver(
      async (asked) => {
        const answer = await this.#request(asked)
        arrived = answer.url
        return answer
      },
      { follows: true },
    )
    const look = async (from: string, depth: '0' | '1') => {
      const answers = await this.#look(from, depth, following)
      if (new URL(arrived).origin !== new URL(url).origin) throw atAnother(new URL(arrived))
      return answers
    }
    const here = await look(url, '0').catch((error: unknown) => {
      // Many a server has nothing to say at its root. Elsewhere nothing means that the address is wrong.
      if (error instanceof Refused && (error.status === 405 || (error.status === 404 && isRoot(url)))) return []
      throw error
    })
    const own = here.find(isCalendar)
    if (own) return collectionOf(arrived.endsWith('/') ? arrived : `${arrived}/`, own)
    const account = await this.#dav
      .createAccount({ account: { serverUrl: url, accountType: 'caldav' }, fetch: following })
      .catch((error: unknown) => {
        if (error instanceof CalendarTrouble) throw error
        throw new CalendarTrouble('There is neither a calendar at this address nor a server that tells where one is.')
      })
    const home = new URL(account.homeUrl ?? url)
    if (home.origin !== new URL(url).origin) throw atAnother(home)
    const all = (await look(home.href, '1')).filter(isCalendar)
    return theOne(all, arrived, name)
  }

  /** The version of the whole collection, where its server counts one. */
  async collection(url: string): Promise<Collection> {
    const [here] = await this.#look(url, '0')
    if (!here || !isCalendar(here)) throw new CalendarTrouble('There is no calendar at this address any more.')
    return collectionOf(url, here)
  }

  /** What has changed since; null: the server does not know this token (any more), or no such thing. */
  async changesSince(url: string, token: string | null): Promise<Changes | null> {
    const listed = new Map<string, Listed>()
    const removed = new Set<string>()
    let since = token ?? ''
    for (let page = 0; page < pagesMax; page++) {
      const answers = await this.#dav.syncCollection({
        ...{ url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: since, fetch: this.#fetch },
      })
      const [first] = answers
      if (!first) return null
      if (!isMultistatus(first)) {
        // Unknown tokens are refused with 403, 409, 412 or 400, whichever server it is.
        if ([400, 403, 405, 409, 410, 412, 415, 422, 501].includes(first.status)) return null
        throw refused(first.status)
      }
      const told = understood(url, answers)
      for (const { href, status, etag } of told) {
        if (href === null) continue
        if (isGone(status)) removed.add(href)
        else listed.set(href, { href, etag })
        if (isGone(status)) listed.delete(href)
        else removed.delete(href)
      }
      const next = textOf(multistatusOf(first)?.syncToken)
      if (next === null) return null
      const isMore = told.some(({ status }) => status === 507)
      if (isMore && next === since) break
      since = next
      if (!isMore) return { listed: [...listed.values()], removed: [...removed], syncToken: since }
    }
    throw new CalendarTrouble('Its list of changes does not end.')
  }

  /** Everything that is there. */
  async list(url: string): Promise<Listed[]> {
    const answers = await this.#dav.propfind({ url, props: { 'd:getetag': {} }, depth: '1', fetch: this.#fetch })
    const [first] = answers
    if (!first || !isMultistatus(first)) throw refused(first?.status ?? 0)
    const told = understood(url, answers)
    // A list of what is in a collection has the collection in it: without, it is not whole.
    if (!told.some(({ isSelf }) => isSelf)) throw new CalendarTrouble(notUnderstood)
    return told.flatMap(({ href, status, etag }) => (href === null || isGone(status) ? [] : [{ href, etag }]))
  }

  /** The texts of some; those that are gone meanwhile are not among them. Whoever leaves one out otherwise has trouble. */
  async fetch(url: string, hrefs: readonly string[]): Promise<Fetched[]> {
    const { DAVNamespace, getDAVAttribute } = this.#dav
    const answers = await this.#dav.davRequest({
      url,
      init: {
        ...{ method: 'REPORT', namespace: 'c', headers: { depth: '1' } },
        body: {
          'calendar-multiget': {
            _attributes: getDAVAttribute([DAVNamespace.DAV, DAVNamespace.CALDAV]),
            'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
            'd:href': hrefs,
          },
        },
      },
      fetch: this.#fetch,
    })
    const [first] = answers
    if (!first || !isMultistatus(first)) throw refused(first?.status ?? 0)
    // Servers spell an address otherwise here than in a list. Whoever answers with what nobody asked for is not heard.
    const asked = new Map(hrefs.map((href) => [plain(href), href]))
    const fetched: Fetched[] = []
    for (const answer of answers) {
      const path = typeof answer.href === 'string' ? pathOf(url, answer.href) : null
      const href = path === null ? undefined : asked.get(plain(path))
      const data = answer.props?.calendarData
      const text = typeof data === 'string' ? data : textOf(data?._cdata)
      if (href === undefined || (text === null && !isGone(answer.status))) continue
      asked.delete(plain(href))
      if (text !== null) fetched.push({ href, etag: textOf(answer.props?.getetag), text })
    }
    if (asked.size > 0) throw new CalendarTrouble('It did not answer for everything that it was asked for.')
    return fetched
  }

  /** Only where nothing is, or only over this version. Answers the status, and the new version where the server tells it. */
  async put(url: string, text: string, over: string | null): Promise<{ status: number; etag: string | null }> {
    const { status, headers } = await this.#request({
      ...{ url, method: 'PUT', body: text },
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        ...(over === null ? { 'if-none-match': '*' } : { 'if-match': over }),
      },
    })
    return { status, etag: headers.etag ?? null }
  }

  async delete(url: string, etag: string | null): Promise<number> {
    // It is Belfry who tells the others (RFC 6638).
    const headers = { 'schedule-reply': 'F', ...(etag !== null && { 'if-match': etag }) }
    return (await this.#request({ url, method: 'DELETE', headers })).status
  }

  async #look(url: string, depth: '0' | '1', over: typeof fetch = this.#fetch): Promise<DAVResponse[]> {
    const props = {
      ...{ 'd:resourcetype': {}, 'd:displayname': {}, 'cs:getctag': {}, 'd:sync-token': {} },
      ...{ 'd:supported-report-set': {}, 'c:supported-calendar-component-set': {} },
    }
    const answers = await this.#dav.propfind({ url, props, depth, fetch: over })
    const [first] = answers
    if (!first || !isMultistatus(first)) throw refused(first?.status ?? 0)
    return answers
  }
}

/** tsdav's requests, as ours. Who looks for a service wants to see redirects, and has to send credentials with none of them. */
function fetchOver(request: Requests, { follows }: { readonly follows: boolean }): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const answer = await request({
      url: String(input instanceof Request ? input.url : input),
      method: (init?.method ?? 'GET') as 'GET',
      headers,
      body: typeof init?.body === 'string' ? init.body : null,
      stays: !follows || init?.redirect === 'manual',
    })
    if (answer.status === 207 && !isWholeXml(answer.body)) throw new CalendarTrouble(notUnderstood)
    const hasBody = answer.status !== 204 && answer.status !== 304 && answer.status >= 200
    return new Response(hasBody ? withTexts(answer.body) : null, {
      status: answer.status >= 200 && answer.status <= 599 ? answer.status : 502,
      headers: Object.entries(answer.headers).filter(([name]) => ['content-type', 'location', 'etag'].includes(name)),
    })
  }
}

const notUnderstood = 'The answer broke off, or cannot be understood.'

/** Before what looks like a number or a truth: the parser would make one of it, and `1.50` comes back as `1.5`. */
const textMark = '\uE000'
const texts =
  /(<(?:[^\s<>:/]+:)?(?:getctag|getetag|sync-token|displayname)(?:\s[^<>]*)?>)\s*([-+.\deE]+|true|false)\s*(?=<\/)/gi

function withTexts(body: string): string {
  return body.replaceAll(texts, `$1${textMark}$2`)
}

function atAnother({ origin }: URL): CalendarTrouble {
  return new CalendarTrouble(`Its calendars are at another server: ${origin}. Put an address there.`)
}

interface Multistatus {
  readonly response?: unknown
  readonly syncToken?: unknown
}

interface Told {
  /** Null: the collection itself, one inside of it, or an address that nobody keeps. */
  readonly href: string | null
  readonly isSelf: boolean
  readonly status: number
  readonly etag: string | null
}

/** What a list says, each of it: from what is not understood, nobody knows what is missing. */
function understood(collection: string, answers: readonly DAVResponse[]): Told[] {
  const bodies = [multistatusOf(answers[0]!)?.response ?? []].flat() as unknown[]
  return bodies.flatMap((body, i) => {
    const { href, status: line, propstat } = (typeof body === 'object' ? body : {}) as Record<string, unknown>
    const { status, props } = answers[i]!
    const hasLine = typeof line === 'string' && /^HTTP\/\S+\s+\d{3}\b/.test(line)
    if (line === undefined ? propstat === undefined : !hasLine) throw new CalendarTrouble(notUnderstood)
    return [href].flat().map((one) => {
      const path = typeof one === 'string' ? pathOf(collection, one) : null
      if (path === null) throw new CalendarTrouble(notUnderstood)
      const isSelf = withoutSlash(plain(path)) === withoutSlash(plain(new URL(collection).pathname))
      const isKept = !isSelf && !path.endsWith('/') && Buffer.byteLength(path) <= hrefBytesMax
      if (!isSelf && !isWithin(collection, path)) throw new CalendarTrouble(elsewhere)
      if (isKept && status >= 300 && !isGone(status)) throw refused(status)
      return { href: isKept ? path : null, isSelf, status, etag: textOf(props?.getetag) }
    })
  })
}

const elsewhere = 'It tells of another place than this one: put the address that the server itself gives it.'

function isGone(status: number): boolean {
  return status === 404 || status === 410
}

function multistatusOf({ raw }: DAVResponse): Multistatus | null {
  const { multistatus } = (typeof raw === 'object' && raw !== null ? raw : {}) as { multistatus?: unknown }
  if (multistatus === undefined) return null
  return typeof multistatus === 'object' && multistatus !== null ? multistatus : {}
}

function isMultistatus(response: DAVResponse): boolean {
  return multistatusOf(response) !== null
}

function isCalendar({ props, status }: DAVResponse): boolean {
  if (status >= 300 || !Object.keys(props?.resourcetype ?? {}).includes('calendar')) return false
  const components = [props?.supportedCalendarComponentSet?.comp ?? []].flat() as { _attributes?: { name?: string } }[]
  const names = components.map(({ _attributes }) => _attributes?.name)
  return names.length === 0 || names.includes('VEVENT')
}

function collectionOf(url: string, { props }: DAVResponse): Collection {
  const reports = [props?.supportedReportSet?.supportedReport ?? []].flat() as { report?: object }[]
  const canSync = reports.some(({ report }) => Object.keys(report ?? {}).includes('syncCollection'))
  return { url, ctag: textOf(props?.getctag), canSync }
}

/** The only one, or the one of that name. */
function theOne(all: readonly DAVResponse[], home: string, name: string | null): Collection {
  const within = all.map((one) => ({ one, href: urlWithin(home, one.href) })).filter(({ href }) => href !== null)
  const named = within.filter(({ one }) => name !== null && textOf(one.props?.displayname) === name)
  const [found, another] = named.length > 0 ? named : within
  if (!found) throw new CalendarTrouble('This server has no calendars for this user.')
  if (!another) return collectionOf(found.href!, found.one)
  const urls = within.slice(0, 5).map(({ href }) => href)
  throw new CalendarTrouble(`There are ${within.length} calendars: put the address of one of them. ${urls.join(' ')}`)
}

function isRoot(url: string): boolean {
  return new URL(url).pathname === '/'
}

/** On this server, whatever it believes to be called from outside. */
function urlWithin(home: string, href: string | undefined): string | null {
  const path = typeof href === 'string' ? pathOf(home, href) : null
  return path !== null && isWithin(home, path) ? `${new URL(home).origin}${path}` : null
}

function isWithin(home: string, path: string): boolean {
  return plain(path).startsWith(plain(new URL(home).pathname))
}

/** Behind a proxy many a server names itself http, or by another name: only the path counts. */
function pathOf(base: string, href: string): string | null {
  return URL.canParse(href, base) ? new URL(href, base).pathname : null
}

/** Servers spell an @ as they like. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.startsWith(textMark) ? value.slice(1) : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
