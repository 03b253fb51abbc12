// A list of items: arrow keys go from one to the next, and what lies further down is fetched when one comes near.

import { useEffect, useRef } from 'preact/hooks'
import type { Inbox } from '../inbox.ts'
import type { InboxState, ListName } from '../state.ts'
import { ItemRow } from './item.tsx'

export function List({ inbox, state }: { readonly inbox: Inbox; readonly state: InboxState }) {
  const { words } = inbox
  const list = useRef<HTMLUListElement>(null)
  const { items, isLoading, nextCursor, status } = state
  if (status === 'failed') return <Failed inbox={inbox} trouble={state.trouble} />
  if (items.length === 0) return isLoading ? <Waiting /> : <Empty inbox={inbox} tab={state.tab as ListName} />
  const moved = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -items.length, End: items.length }[event.key]
    if (step === undefined || isTyped(event)) return
    event.preventDefault()
    const titles = [...(list.current?.querySelectorAll<HTMLElement>('.title') ?? [])]
    const within = (event.target as HTMLElement).closest('li')
    const at = titles.findIndex((title) => within?.contains(title))
    titles[Math.min(Math.max(at + step, 0), titles.length - 1)]?.focus()
  }
  return (
    <>
      <ul class="items" ref={list} onKeyDown={moved} aria-busy={isLoading}>
        {items.map((item) => (
          <ItemRow key={item.id} inbox={inbox} item={item} />
        ))}
      </ul>
      {nextCursor !== null && <More key={nextCursor} inbox={inbox} label={isLoading ? words.loading : words.more} />}
    </>
  )
}

/** Arrows inside a field are the field's. */
function isTyped({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input, select')
}

function More({ inbox, label }: { readonly inbox: Inbox; readonly label: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void inbox.more(), {
      rootMargin: '200px',
    })
    if (button.current) near.observe(button.current)
    return () => near.disconnect()
  }, [])
  return (
    <button ref={button} type="button" class="more" part="button" onClick={() => void inbox.more()}>
      {label}
    </button>
  )
}

function Empty({ inbox, tab }: { readonly inbox: Inbox; readonly tab: ListName }) {
  const { words } = inbox
  const { total } = inbox.state.get().counts
  return (
    <div class="empty" part="empty">
      <p class="strong">{words.empty[tab]}</p>
      <p class="faint">{words.emptyNext[tab]}</p>
      {tab === 'unread' && total > 0 && (
        <button type="button" class="button" part="button" onClick={() => inbox.show('all')}>
          {words.showAll}
        </button>
      )}
    </div>
  )
}

function Failed({ inbox, trouble }: { readonly inbox: Inbox; readonly trouble: string }) {
  const { words } = inbox
  return (
    <div class="empty" role="alert">
      <p class="strong">{words.failed}</p>
      <p class="faint">{trouble}</p>
      <button type="button" class="button" part="button" onClick={() => void inbox.refresh()}>
        {words.again}
      </button>
    </div>
  )
}

/** As tall as what comes: nothing jumps. */
function Waiting() {
  return (
    <ul class="items waiting" aria-busy="true">
      {[1, 2, 3].map((row) => (
        <li key={row} class="item">
          <span class="bar" />
          <span class="bar short" />
        </li>
      ))}
    </ul>
  )
}
