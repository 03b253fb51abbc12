// The frame of every page: the menu, what is being looked at (tenant, clock), and the page itself.

import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { followClock, serverClock } from './clock.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useWords } from './language.ts'
import { connection, listen } from './live.ts'
import { SignIn } from './pages/sign-in.tsx'
import { Holds } from './parts/holds.tsx'
import { Menu, Tabs } from './parts/menu.tsx'
import { News } from './parts/news.tsx'
import { Empty, Failed, Loading } from './parts/said.tsx'
import { Toasts } from './parts/toasts.tsx'
import { TopBar } from './parts/top-bar.tsx'
import { forgetPeople } from './people.ts'
import { go, usePlace } from './place.ts'
import { forgetAll, refreshAll } from './query.ts'
import { type PageProps, type PageRoute, routeOf } from './routes.ts'
import { ask, session } from './session.ts'
import { useStore } from './store.ts'
import { tenant } from './tenant.ts'
import { words } from './words/core.ts'

export function App() {
  const { state } = useStore(session)
  const w = useWords(words)
  switch (state) {
    case 'asking':
      return null
    case 'out':
      return <SignIn />
    case 'unreachable':
      return (
        <main id="page">
          <Failed error={new Error(w.unreachable)} again={ask} />
        </main>
      )
    case 'in':
      return <SignedIn />
  }
}

function SignedIn() {
  const w = useWords(words)
  const { path } = usePlace()
  const shownTenant = useStore(tenant)
  const isLost = useStore(connection) === 'lost'
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  const pathBefore = useRef(path)
  useEffect(() => {
    // Whoever goes on by keyboard or hears the page begins with the new one.
    const isElsewhere = pathBefore.current !== path && !page.current?.contains(document.activeElement)
    if (isElsewhere) page.current?.focus({ preventScroll: true })
    pathBefore.current = path
    if (path === '/sign-in') go('/', { replace: true })
  }, [path])
  useEffect(() => {
    const stops = [listen(() => refreshAll('missed')), followClock()]
    return () => {
      for (const stop of stops) stop()
      forgetAll()
      forgetPeople()
    }
  }, [shownTenant])
  const found = routeOf(path)
  return (
    <>
      <a class="skip" href="#page">
        {w.skipToPage}
      </a>
      <Menu current={found?.route.name ?? null} />
      <div class="beside">
        <TopBar />
        {isLost && (
          <p class="lost" role="status">
            {w.lost}
          </p>
        )}
        <Holds />
        <main ref={page} id="page" tabIndex={-1}>
          {found ? (
            <Loader key={`${shownTenant} ${path}`} route={found.route} params={found.params} />
          ) : (
            <Empty title={w.notFound}>
              <a href="/">{w.notFoundNext}</a>
            </Empty>
          )}
        </main>
      </div>
      <Tabs current={found?.route.name ?? null} />
      <News />
      <Toasts />
    </>
  )
}

const loaded = new Map<PageRoute, ComponentType<PageProps>>()

function Loader({ route, params }: { readonly route: PageRoute; readonly params: PageProps }) {
  const [Page, setPage] = useState<ComponentType<PageProps> | undefined>(() => loaded.get(route))
  const [error, setError] = useState<unknown>(null)
  const { wasAsked } = useStore(serverClock)
  const load = async () => {
    try {
      const { default: found } = await route.load()
      loaded.set(route, found)
      setPage(() => found)
    } catch (failed) {
      setError(failed)
    }
  }
  useEffect(() => {
    if (!Page) void load()
  }, [])
  if (Page && wasAsked) return <Page {...params} />
  // A server that was updated has other files: the page is loaded anew.
  if (error) return <Failed error={error} again={() => location.reload()} />
  return <Loading />
}
