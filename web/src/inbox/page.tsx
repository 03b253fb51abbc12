// The page /inbox: the element as large as the window, for one person. Whose it is says the token of the link, behind its #, where no
// server and no log sees it. It is kept for as long as the tab is open, and taken out of the address at once.

import { render } from 'preact'
import { language } from '../language.ts'
import { applyTheme, theme } from '../theme.ts'
import { words } from '../words/inbox.ts'
import './element.ts'
import './page.css'
import { readToken } from './token.ts'

const keptAs = 'belfry.inbox.token'

function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (given !== '') history.replaceState(null, '', location.pathname)
  try {
    if (given !== '') sessionStorage.setItem(keptAs, given)
    return given || (sessionStorage.getItem(keptAs) ?? '')
  } catch {
    // A browser that keeps nothing: it lasts as long as the page.
    return given
  }
}

function show(): void {
  const lang = language.get()
  const said = words[lang]
  document.documentElement.lang = lang
  document.title = said.page.welcome
  const place = document.getElementById('app')!
  const token = takeToken()
  if (readToken(token) === null)
    render(
      <main class="stranger">
        <h1>{said.page.welcome}</h1>
        <p>{said.page.how}</p>
        <p>{said.page.next}</p>
      </main>,
      place,
    )
  else {
    render(<main class="inbox" />, place)
    const inbox = document.createElement('belfry-inbox')
    Object.assign(inbox, { server: location.origin, theme: theme.get(), view: 'page', language: lang, token })
    // Whoever's inbox was there before goes.
    place.querySelector('main')!.replaceChildren(inbox)
    inbox.addEventListener('belfry-count', (event) => {
      const { unread } = (event as CustomEvent<{ unread: number }>).detail
      document.title = unread > 0 ? `(${unread}) ${said.page.welcome}` : said.page.welcome
    })
  }
}

applyTheme()
show()
// Another link in the same tab.
window.addEventListener('hashchange', show)
