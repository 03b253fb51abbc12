// The inbox without its looks: what is fetched and when, and what somebody does, shown at once and taken back where that can be.

import { BelfryApiError } from '../../../src/client/index.ts'
import { debug } from '../debug.ts'
import type { Language } from '../language.ts'
import { createStore } from '../store.ts'
import { type InboxWords, words } from '../words/inbox.ts'
import { type Access, EndedError } from './access.ts'
import { followHints } from './hints.ts'
import { belongs, type InboxState, type Item, type ListName, msOf, newestFirst, nothing, withState } from './state.ts'
import { showWhen } from './times.ts'
import { whatOf } from './what.ts'

const pageSize = 20
/** Of one answer. Who has loaded more is answered in several. */
const refreshMax = 100

/** What somebody does, and the word that takes it back. */
const opposites = { read: 'unread', unread: 'read', archive: 'unarchive', unarchive: 'archive' } as const
type Change = keyof typeof opposites

export type ItemAction = Change | 'snooze' | 'done' | 'undo' | 'arrived' | 'opened'

export interface InboxOptions {
  readonly access: Access
  readonly server: string
  readonly tenant: string
  readonly recipient: string
  readonly language: Language
  /** Tells the page around. False: the page will deal with it. */
  tellItem(action: ItemAction, item: Item): boolean
  tellCounts(counts: InboxState['counts']): void
}

export class Inbox {
  readonly state = createStore<InboxState>(nothing)
  readonly access: Access
  readonly server: string
  readonly recipient: string
  readonly language: Language
  readonly words: InboxWords
  readonly #options: InboxOptions
  #stop: (() => void) | null = null
  /** Counts what somebody does: an answer that was asked for before is not shown after it. */
  #acts = 0
  #acting = 0
  #refreshing: Promise<void> | null = null
  #isStale = false
  /** Unread ones that were seen here; null before the first answer. */
  #known: Set<string> | null = null
  #newestMs = Number.NEGATIVE_INFINITY
  #kept = new Set<string>()

  constructor(options: InboxOptions) {
    this.#options = options
    this.access = options.access
    this.server = options.server
    this.recipient = options.recipient
    this.language = options.language
    this.words = words[options.language]
  }

  start(): void {
    const { server, recipient, access } = this
    void this.refresh()
    this.#stop = followHints({
      // Ids are a tenant's own: another one's may be the same.
      name: `belfry-inbox ${server} ${this.#options.tenant} ${recipient}`,
      address: async () => `${server}/v1/inbox/stream?access_token=${encodeURIComponent(await access.token())}`,
      heard: () => void this.refresh(),
      lost: (isLost) => this.#set({ isLost }),
    })
  }

  stop(): void {
    this.#stop?.()
    this.#stop = null
  }

  end(): void {
    this.#set({ status: 'ended', isLoading: false })
  }

  #set(change: Partial<InboxState>): void {
    const before = this.state.get()
    this.state.set({ ...before, ...change })
    if (change.counts && change.counts.unread !== before.counts.unread) this.#options.tellCounts(change.counts)
  }

  // ---- fetching

  /** One at a time; what is asked for meanwhile comes after it. Waits for what somebody is doing: its answer is newer. */
  refresh(): Promise<void> {
    if (this.#refreshing || this.#acting > 0) {
      this.#isStale = true
      return this.#refreshing ?? Promise.resolve()
    }
    this.#isStale = false
    this.#refreshing = this.#fetch()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#refreshing = null
        if (this.#isStale && this.#acting === 0) void this.refresh()
      })
    return this.#refreshing
  }

  async #fetch(): Promise<void> {
    const acts = this.#acts
    const { tab, items } = this.state.get()
    const kept = items.filter(({ id }) => tab === 'unread' && this.#kept.has(id))
    const loaded = Math.max(items.length - kept.length, pageSize)
    const isAmongUnread = tab === 'unread' || tab === 'settings'
    const [counts, unread, page, stillRead] = await Promise.all([
      this.access.api.inbox.counts({ recipient: this.recipient }),
      this.#list('unread', isAmongUnread ? loaded : pageSize),
      isAmongUnread ? null : this.#list(tab, loaded),
      this.#readAmong(kept),
    ])
    // Somebody did something, or looks elsewhere: these answers are about what was before.
    if (acts !== this.#acts || tab !== this.state.get().tab) {
      this.#isStale = true
      return
    }
    this.#meet(unread.items)
    const { items: fetched, nextCursor } = page ?? unread
    this.#set({
      ...{ status: 'open', trouble: '', isLoading: false, counts, nextCursor },
      items: newestFirst([...stillRead, ...fetched]),
    })
  }

  /** From the newest on: so many, and for as long as more is wanted. */
  async #list(
    state: ListName | 'read',
    count: number,
    wants: (items: readonly Item[]) => boolean = ({ length }) => length < count,
  ): Promise<{ items: readonly Item[]; nextCursor: string | null }> {
    const asked = { recipient: this.recipient, state, limit: Math.min(count, refreshMax) }
    const { inbox } = this.access.api
    let page = await inbox.list(asked)
    const items = [...page.items]
    while (page.nextCursor !== null && wants(items)) {
      page = await inbox.list({ ...asked, cursor: page.nextCursor })
      items.push(...page.items)
    }
    return { items, nextCursor: page.nextCursor }
  }

  /** Of those that were read here, the ones that are so still: others may be done or archived, in another tab. */
  async #readAmong(kept: readonly Item[]): Promise<readonly Item[]> {
    if (kept.length === 0) return []
    const oldestMs = Math.min(...kept.map(msOf))
    const { items } = await this.#list('read', refreshMax, (read) => msOf(read.at(-1)!) >= oldestMs)
    const ids = new Set(kept.map(({ id }) => id))
    return items.filter(({ id }) => ids.has(id))
  }

  /** What is new is told to the page, and said to those who hear it. */
  #meet(unread: readonly Item[]): void {
    const known = this.#known
    this.#known = new Set([...(known ?? []), ...unread.map(({ id }) => id)])
    // An older one that was not seen here has been further down.
    const since = this.#newestMs
    this.#newestMs = Math.max(since, ...unread.map(msOf))
    const arrived = known === null ? [] : unread.filter((item) => !known.has(item.id) && msOf(item) >= since)
    for (const item of arrived.toReversed()) this.#options.tellItem('arrived', item)
    const [newest] = arrived
    if (newest) {
      const said = [titleOf(newest, this.words), whatOf(newest, this.words, this.language)].filter(Boolean)
      this.#set({ news: this.words.arrived(said.join(', ')) })
    }
  }

  async more(): Promise<void> {
    const { tab, nextCursor, isLoading } = this.state.get()
    if (nextCursor === null || isLoading || tab === 'settings') return
    this.#set({ isLoading: true })
    const acts = this.#acts
    try {
      const asked = { recipient: this.recipient, state: tab, cursor: nextCursor, limit: pageSize }
      const page = await this.access.api.inbox.list(asked)
      const now = this.state.get()
      // The list was fetched anew meanwhile, or is another one: this page does not follow on what is shown.
      if (now.tab !== tab || now.nextCursor !== nextCursor || acts !== this.#acts)
        return this.#set({ isLoading: false })
      const items = newestFirst([...now.items, ...page.items])
      this.#set({ items, nextCursor: page.nextCursor, isLoading: false })
    } catch (error) {
      this.#set({ isLoading: false })
      this.complain(error)
    }
  }

  show(tab: ListName | 'settings'): void {
    if (tab === this.state.get().tab) return
    this.#kept.clear()
    this.#set(tab === 'settings' ? { tab } : { tab, items: [], nextCursor: null, isLoading: true })
    if (tab !== 'settings') void this.refresh()
  }

  // ---- doing

  change(item: Item, verb: Change): void {
    if (verb === 'read') this.#kept.add(item.id)
    const { said } = this.words
    const text = { read: '', unread: '', archive: said.archived, unarchive: said.unarchived }[verb]
    void this.#act(item, verb, {
      expects: stateAfter(item, verb),
      run: () => this.access.api.inbox[verb]({ id: item.id }),
      said: () => text,
      undone: opposites[verb],
    })
  }

  done(item: Item): void {
    const run = () => this.access.api.inbox.done({ id: item.id })
    void this.#act(item, 'done', { expects: 'done', run, said: () => this.words.said.done, undone: 'undo' })
  }

  snooze(item: Item, how: { readonly for: string } | { readonly until: string }): void {
    void this.#act(item, 'snooze', {
      expects: 'snoozed',
      run: () => this.access.api.inbox.snooze({ id: item.id, ...how }),
      said: ({ snoozedUntil }) =>
        snoozedUntil
          ? this.words.saidSnoozed(showWhen(snoozedUntil.instant, snoozedUntil.timezone, this.language))
          : this.words.states.snoozed,
      undone: 'undo',
    })
  }

  /** Done, when what was said of it has gone from the screen. */
  undo(item: Item): void {
    void this.act({ run: () => this.#takeBack(item, 'undo'), said: this.words.said.undone })
  }

  /** Opened: the page around may do something about it; it is read either way. */
  open(item: Item): boolean {
    const goesOn = this.#options.tellItem('opened', item)
    if (item.state === 'unread') this.change(item, 'read')
    return goesOn
  }

  readAll(): void {
    const { items, counts } = this.state.get()
    const unread = items.filter(({ state }) => state === 'unread')
    const [newest] = unread
    if (!newest) return
    for (const { id } of unread) this.#kept.add(id)
    const { inbox } = this.access.api
    const isAllHere = unread.length === counts.unread
    void this.act({
      expect: (state) => unread.reduce((now, { id }) => withState(now, id, 'read'), state),
      run: () => inbox.readAll({ recipient: this.recipient, upTo: newest.id }),
      said: this.words.said.readAll,
      ...(isAllHere ? { undo: () => Promise.all(unread.map(({ id }) => inbox.unread({ id }))) } : {}),
    })
  }

  async #act(item: Item, action: ItemAction, { expects, run, said, undone }: Acting): Promise<void> {
    const doing = async () => {
      const after = await run()
      this.#options.tellItem(action, after)
      return after
    }
    const expect = (state: InboxState) => {
      const next = withState(state, item.id, expects)
      return { ...next, items: next.items.filter((one) => belongs(one, state.tab, this.#kept)) }
    }
    await this.act({ expect, run: doing, said, undo: () => this.#takeBack(item, undone) })
  }

  async #takeBack(item: Item, verb: Acting['undone']): Promise<void> {
    const after = await this.access.api.inbox[verb]({ id: item.id })
    this.#options.tellItem(verb, after)
    this.#putBack(after)
  }

  /** What had been read stands where it stood, too: the list of the unread does not bring it. */
  #putBack(item: Item): void {
    const { tab, items } = this.state.get()
    if (belongs(item, tab, this.#kept)) this.#set({ items: newestFirst([...items, item]) })
  }

  /** Shown at once; what the server refuses is shown as it is, with the server's words. */
  async act<R>({ expect, run, said, undo }: Doing<R>): Promise<void> {
    this.#acts += 1
    this.#acting += 1
    if (expect) this.#set(expect(this.state.get()))
    try {
      const result = await run()
      const text = typeof said === 'function' ? said(result) : said
      const takeBack = undo && (() => void this.act({ run: undo, said: this.words.said.undone }))
      if (text) this.say(text, takeBack ?? null)
    } catch (error) {
      this.complain(error)
    } finally {
      this.#acting -= 1
      void this.refresh()
    }
  }

  // ---- saying

  say(text: string, undo: (() => void) | null = null): void {
    this.#set({ said: { kind: 'said', text, undo } })
  }

  complain(error: unknown): void {
    debug('refused', error)
    if (!(error instanceof EndedError)) this.#set({ said: { kind: 'failed', text: this.#wordsOf(error), undo: null } })
  }

  dismiss(): void {
    this.#set({ said: null })
  }

  #failed(error: unknown): void {
    debug('could not fetch', error)
    const { status } = this.state.get()
    if (status === 'ended' || error instanceof EndedError) return
    // Once something was shown it stays; that it may be old is said by who follows the stream.
    this.#set({ isLoading: false, trouble: this.#wordsOf(error), ...(status === 'open' ? {} : { status: 'failed' }) })
  }

  #wordsOf(error: unknown): string {
    if (error instanceof BelfryApiError) return error.message
    // A browser does not tell a page why; its console does.
    if (error instanceof TypeError) return `${new URL(this.server).host}: ${this.words.lost}`
    return String(error)
  }
}

interface Acting {
  readonly expects: Item['state']
  run(): Promise<Item>
  said(after: Item): string
  /** The word that takes it back. */
  readonly undone: Change | 'undo'
}

interface Doing<R> {
  readonly expect?: (state: InboxState) => InboxState
  run(): Promise<R>
  readonly said: string | ((result: R) => string)
  readonly undo?: () => Promise<unknown>
}

function stateAfter({ readAt, doneAt }: Item, verb: Change): Item['state'] {
  if (verb === 'archive') return 'archived'
  if (verb !== 'unarchive') return verb
  return doneAt ? 'done' : readAt ? 'read' : 'unread'
}

export function titleOf({ title, body }: Item, { untitled }: InboxWords): string {
  return title ?? body?.split('\n')[0] ?? untitled
}
