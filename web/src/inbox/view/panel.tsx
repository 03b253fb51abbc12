// The panel: its head, the lists by state, and settings.

import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useStore } from '../../store.ts'
import { shownMs, whenLeft } from '../../when-left.ts'
import type { InboxWords } from '../../words/inbox.ts'
import type { Inbox } from '../inbox.ts'
import { type InboxState, listNames } from '../state.ts'
import { Icon } from './icon.tsx'
import { List } from './list.tsx'
import { Settings } from './settings.tsx'

export interface PanelProps {
  readonly inbox: Inbox
  readonly onClose: (() => void) | null
}

export function Panel({ inbox, onClose }: PanelProps) {
  const state = useStore(inbox.state)
  const { words } = inbox
  const id = useId()
  if (state.status === 'ended') return <Ended words={words} onClose={onClose} />
  return (
    <>
      <Head words={words} onClose={onClose} whose={onClose === null ? <Whose inbox={inbox} /> : null}>
        {state.counts.unread > 0 && state.tab !== 'settings' && state.tab !== 'archived' && (
          <button type="button" class="plain" part="button" onClick={() => inbox.readAll()}>
            {words.readAll}
          </button>
        )}
      </Head>
      <Tabs id={id} inbox={inbox} state={state} />
      {state.isLost && (
        <p class="lost" role="status">
          {words.lost}
        </p>
      )}
      <div class="body" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${state.tab}`} tabIndex={-1}>
        {state.tab === 'settings' ? <Settings inbox={inbox} /> : <List inbox={inbox} state={state} />}
      </div>
      <Said inbox={inbox} state={state} />
    </>
  )
}

/** On a page of its own nothing around it says whose inbox it is. */
function Whose({ inbox }: { readonly inbox: Inbox }) {
  const [name, setName] = useState('')
  useEffect(() => {
    const { recipient: id } = inbox
    inbox.access.api.recipients.get({ id }).then(
      (person) => setName(person.name || id),
      () => setName(id),
    )
  }, [inbox])
  return name === '' ? null : <span class="whose"> · {name}</span>
}

interface HeadProps {
  readonly words: InboxWords
  readonly onClose: (() => void) | null
  readonly whose?: preact.ComponentChildren
  readonly children?: preact.ComponentChildren
}

function Head({ words, onClose, whose, children }: HeadProps) {
  return (
    <header class="head" part="head">
      <h2 class="heading">
        {words.title}
        {whose}
      </h2>
      {children}
      {onClose && (
        <button type="button" class="round" aria-label={words.close} title={words.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}

export function Ended({ words, onClose }: { readonly words: InboxWords; readonly onClose: (() => void) | null }) {
  return (
    <>
      <Head words={words} onClose={onClose} />
      <div class="body">
        <div class="empty">
          <p class="strong">{words.ended}</p>
          <p class="faint">{words.endedNext}</p>
        </div>
      </div>
    </>
  )
}

const tabs = [...listNames, 'settings'] as const

function Tabs({ id, inbox, state }: { readonly id: string; readonly inbox: Inbox; readonly state: InboxState }) {
  const { words } = inbox
  const list = useRef<HTMLDivElement>(null)
  const moved = (event: KeyboardEvent) => {
    const at = tabs.indexOf(state.tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    inbox.show(tabs[index]!)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label={words.title} ref={list} onKeyDown={moved}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          class="tab"
          part={tab === state.tab ? 'tab tab-active' : 'tab'}
          id={`${id}-${tab}`}
          aria-selected={tab === state.tab}
          aria-controls={`${id}-panel`}
          tabIndex={tab === state.tab ? 0 : -1}
          onClick={() => inbox.show(tab)}
        >
          {words.lists[tab]}
          {tab === 'unread' && state.counts.unread > 0 && <span class="number">{state.counts.unread}</span>}
        </button>
      ))}
    </div>
  )
}

/** What was just done, and a way back. The place is there before anything is said in it: only then is it heard. */
function Said({ inbox, state: { said } }: { readonly inbox: Inbox; readonly state: InboxState }) {
  const { words } = inbox
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said && place.current)
      return whenLeft(place.current, shownMs[said.undo ? 'undo' : said.kind], () => inbox.dismiss())
  }, [said])
  // What nobody sees any more is not said anew when the panel is opened again.
  useEffect(() => () => inbox.dismiss(), [inbox])
  const undo = () => {
    inbox.dismiss()
    said?.undo?.()
  }
  return (
    <div ref={place} class="said" role={said?.kind === 'failed' ? 'alert' : 'status'}>
      {said && (
        <p class={said.kind} part="message">
          <span>{said.text}</span>
          {said.undo && (
            <button type="button" class="plain" onClick={undo}>
              {words.undo}
            </button>
          )}
          <button
            type="button"
            class="round"
            aria-label={words.dismiss}
            title={words.dismiss}
            onClick={() => inbox.dismiss()}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  )
}
