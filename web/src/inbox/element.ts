// The element <belfry-inbox>: a bell with a count, and behind it what rang for one person. Any page embeds it with one script:
//
//   <script type="module" src="https://belfry.example/inbox.js"></script>
//   <belfry-inbox token="bft_…"></belfry-inbox>
//
// Everything of it is in a shadow root, with a constructed stylesheet: the page's styles and the element's keep apart, and a strict
// content security policy of the page has nothing to refuse. docs/guides/inbox.md lists attributes, events, variables and parts.

import { debug } from '../debug.ts'
import type { Language } from '../language.ts'
import { createAccess } from './access.ts'
import css from './element.css?inline'
import { Inbox, type ItemAction } from './inbox.ts'
import type { Counts, Item } from './state.ts'
import { readToken } from './token.ts'
import { draw } from './view/root.tsx'

/** Where this script came from, without its name. */
const ownServer = import.meta.url.replace(/\/[^/]*$/, '')
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)

export type GetToken = () => string | Promise<string>
const properties = ['token', 'server', 'language', 'theme', 'view', 'open', 'getToken'] as const

export class BelfryInbox extends HTMLElement {
  static readonly observedAttributes = ['token', 'server', 'language', 'theme', 'view', 'open']
  readonly #root: ShadowRoot
  #inbox: Inbox | null = null
  #token = ''
  #getToken: GetToken | null = null
  #isDrawn = false

  constructor() {
    super()
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [sheet]
  }

  connectedCallback(): void {
    for (const name of properties) this.#takeOver(name)
    window.addEventListener('pagehide', this.#leave)
    window.addEventListener('pageshow', this.#begin)
    this.#begin()
  }

  disconnectedCallback(): void {
    window.removeEventListener('pagehide', this.#leave)
    window.removeEventListener('pageshow', this.#begin)
    this.#leave()
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'token') this.token = value ?? ''
    else if (name === 'server' || name === 'language') this.#beginAnew()
    else if (name === 'open') this.dispatchEvent(new CustomEvent('belfry-open', { detail: { open: value !== null } }))
    this.#draw()
  }

  /** What was set before the browser knew the element is a plain field of it, and hides the property. */
  #takeOver(name: (typeof properties)[number]): void {
    if (!Object.hasOwn(this, name)) return
    const value: unknown = this[name]
    Reflect.deleteProperty(this, name)
    Reflect.set(this, name, value)
  }

  // ---- properties

  /** A recipient's token, `bft_…`. Another one for the same person goes on where the last one ended. */
  get token(): string {
    return this.#token
  }

  set token(value: string | null | undefined) {
    const before = readToken(this.#token)
    this.#token = String(value ?? '').trim()
    const now = readToken(this.#token)
    const isSamePerson = before?.recipient === now?.recipient && before?.tenant === now?.tenant
    const isSame = this.#inbox && isSamePerson && this.#inbox.state.get().status !== 'ended'
    if (!isSame) this.#beginAnew()
  }

  /** Called for another token, when the one that there is is about to end or was refused. */
  get getToken(): GetToken | null {
    return this.#getToken
  }

  set getToken(value: GetToken | null | undefined) {
    this.#getToken = value ?? null
    if (!this.#inbox || this.#inbox.state.get().status === 'ended') this.#beginAnew()
  }

  /** Whose inbox it is; null without a token. */
  get recipient(): string | null {
    return readToken(this.#token)?.recipient ?? null
  }

  get server(): string {
    return (this.getAttribute('server') || ownServer).replace(/\/$/, '')
  }

  set server(value: string | null | undefined) {
    this.#reflect('server', value)
  }

  /** `en` or `ko`; what the page around is written in, else what the browser asks for. */
  get language(): Language {
    const wanted = this.getAttribute('language') || this.closest('[lang]')?.getAttribute('lang') || navigator.language
    return wanted.toLowerCase().startsWith('ko') ? 'ko' : 'en'
  }

  set language(value: string | null | undefined) {
    this.#reflect('language', value)
  }

  /** `light`, `dark`, `system`; otherwise as the page around is. */
  get theme(): string {
    return this.getAttribute('theme') ?? ''
  }

  set theme(value: string | null | undefined) {
    this.#reflect('theme', value)
  }

  /** `page`: without a bell, always open, as wide as its place. */
  get view(): string {
    return this.getAttribute('view') ?? 'bell'
  }

  set view(value: string | null | undefined) {
    this.#reflect('view', value)
  }

  get open(): boolean {
    return this.hasAttribute('open')
  }

  set open(value: boolean | null | undefined) {
    this.toggleAttribute('open', Boolean(value))
  }

  #reflect(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name)
    else this.setAttribute(name, value)
  }

  // ---- life

  readonly #begin = () => {
    if (this.#inbox || !this.isConnected) return
    const facts = readToken(this.#token)
    if (facts === null) {
      if (this.#getToken) this.#ask('missing').catch((error: unknown) => debug('no token', error))
      return this.#draw()
    }
    const access = createAccess({
      server: this.server,
      current: () => this.#token,
      ask: (reason) => this.#ask(reason),
      // A late answer to the one before must not end its successor.
      ended: () => inbox.end(),
    })
    const { server, language } = this
    const inbox = new Inbox({
      ...{ access, server, language, tenant: facts.tenant, recipient: facts.recipient },
      tellItem: (action, item) => this.#tell('belfry-item', { action, item }),
      tellCounts: (counts) => void this.#tell('belfry-count', { ...counts }),
    })
    this.#inbox = inbox
    debug('inbox of', facts.recipient, 'at', server)
    inbox.start()
    this.#draw()
  }

  readonly #leave = () => {
    this.#inbox?.stop()
    this.#inbox = null
  }

  #beginAnew(): void {
    this.#leave()
    this.#begin()
  }

  async #ask(reason: 'missing' | 'expiring' | 'refused'): Promise<string | null> {
    debug('another token is needed', reason)
    const before = this.#token
    const given = this.#getToken ? String((await this.#getToken()) ?? '') : ''
    if (given !== '' && given !== this.#token) this.token = given
    if (given === '') this.#tell('belfry-token', { reason })
    return this.#token !== before || given !== '' ? this.#token : null
  }

  #tell(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }))
  }

  #draw(): void {
    if (this.#isDrawn || !this.isConnected) return
    this.#isDrawn = true
    // Several changes in one go are drawn once.
    queueMicrotask(() => {
      this.#isDrawn = false
      draw(this.#root, {
        inbox: this.#inbox,
        language: this.language,
        isPage: this.view === 'page',
        isOpen: this.open || this.view === 'page',
        setOpen: (isOpen) => {
          this.open = isOpen
        },
      })
    })
  }
}

export interface BelfryItemDetail {
  readonly action: ItemAction
  readonly item: Item
}

export type BelfryCountDetail = Counts

if (!customElements.get('belfry-inbox')) customElements.define('belfry-inbox', BelfryInbox)
