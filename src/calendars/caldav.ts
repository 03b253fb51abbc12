// CalDAV through tsdav, over the guard: its `fetch` is ours. Only what a server says is judged here: each address it names has to lie in
// the collection, and each status is looked at.

import type * as Tsdav from 'tsdav'
import type { DAVResponse } from 'tsdav'
import { boundedXml } from './bounded-xml.ts'
import { CalendarTrouble, Refused, type Requests, refused } from './request.ts'

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
  readonly #fetch: typeof fetch

  /** Loaded when somebody has such a calendar. */
  static async open(request: Requests): Promise<CalDav> {
    return new CalDav(await import('tsdav'), boundedXml(request))
  }

  constructor(dav: typeof Tsdav, request: Requests) {
    this.#dav = dav
    this.#request = request
    this.#fetch = fetchOver(request)
  }

  /** The collection itself, or the one that its server has. */
  async find(url: string, name: string | null): Promise<Collection> {
    const here = await this.#look(url, '0').catch((error: unknown) => {
      // Many a server has nothing to say at its root. Elsewhere nothing means that the address is wrong.
      if (error instanceof Refused && (error.status === 405 || (error.status === 404 && isRoot(url)))) return []
      throw error
    })
    const own = here.find(isCalendar)
    if (own) return collectionOf(url.endsWith('/') ? url : `${url}/`, own)
    const account = await this.#dav
      .createAccount({ account: { serverUrl: url, accountType: 'caldav' }, fetch: this.#fetch })
      .catch((error: unknown) => {
        if (error instanceof CalendarTrouble) throw error
        throw new CalendarTrouble('There is neither a calendar at this address nor a server that tells where one is.')
      })
    const home = new URL(account.homeUrl ?? url)
    if (home.origin !== new URL(url).origin)
      throw new CalendarTrouble(`Its calendars are at another server: ${home.origin}. Put an address there.`)
    const all = (await this.#look(home.href, '1')).filter(isCalendar)
    return theOne(all, home.href, name)
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
      for (const answer of answers) {
        const href = hrefWithin(url, answer.href)
        if (href === null) continue
        if (answer.status === 404) removed.add(href)
        else listed.set(href, { href, etag: textOf(answer.props?.getetag) })
        if (answer.status === 404) listed.delete(href)
        else removed.delete(href)
      }
      const next = textOf(multistatusOf(first)?.syncToken)
      if (next === null) return null
      const isMore = answers.some(({ status }) => status === 507) && next !== since
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
    return answers.flatMap((answer) => {
      const href = hrefWithin(url, answer.href)
      return href === null || answer.status === 404 ? [] : [{ href, etag: textOf(answer.props?.getetag) }]
    })
  }

  /** The texts of some; those that are gone meanwhile are not among them. */
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
    return answers.flatMap((answer) => {
      const href = hrefWithin(url, answer.href)
      const data = answer.props?.calendarData
      const text = typeof data === 'string' ? data : textOf(data?._cdata)
      return href === null || text === null ? [] : [{ href, etag: textOf(answer.props?.getetag), text }]
    })
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
    const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag }
    return (await this.#request({ url, method: 'DELETE', headers })).status
  }

  async #look(url: string, depth: '0' | '1'): Promise<DAVResponse[]> {
    const props = {
      ...{ 'd:resourcetype': {}, 'd:displayname': {}, 'cs:getctag': {}, 'd:sync-token': {} },
      ...{ 'd:supported-report-set': {}, 'c:supported-calendar-component-set': {} },
    }
    const answers = await this.#dav.propfind({ url, props, depth, fetch: this.#fetch })
    const [first] = answers
    if (!first || !isMultistatus(first)) throw refused(first?.status ?? 0)
    return answers
  }
}

/** tsdav's requests, as ours. Who looks for a service wants to see redirects, and has to send credentials with none of them. */
function fetchOver(request: Requests): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const answer = await request({
      url: String(input instanceof Request ? input.url : input),
      method: (init?.method ?? 'GET') as 'GET',
      headers,
      body: typeof init?.body === 'string' ? init.body : null,
      stays: init?.redirect === 'manual',
    })
    const hasBody = answer.status !== 204 && answer.status !== 304 && answer.status >= 200
    return new Response(hasBody ? answer.body : null, {
      status: answer.status >= 200 && answer.status <= 599 ? answer.status : 502,
      headers: Object.entries(answer.headers).filter(([name]) => ['content-type', 'location', 'etag'].includes(name)),
    })
  }
}

interface Multistatus {
  readonly syncToken?: unknown
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

function urlWithin(home: string, href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href, home)) return null
  const url = new URL(href, home)
  const isThere = url.origin === new URL(home).origin && plain(url).startsWith(plain(new URL(home)))
  return isThere ? url.href : null
}

/** Servers spell an @ as they like. */
function plain({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** An address inside of the collection, without the server; null: outside, or the collection itself. */
function hrefWithin(collection: string, href: string | undefined): string | null {
  const url = urlWithin(collection, href)
  if (url === null) return null
  const { pathname } = new URL(url)
  return pathname.endsWith('/') || Buffer.byteLength(pathname) > hrefBytesMax ? null : pathname
}

/** The parser takes what looks like a number for one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  return null
}
