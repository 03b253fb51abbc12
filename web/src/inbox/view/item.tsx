// One item: what it says, when it came, how it stands, and what can be done about it. Every word of it is text, whatever is in it.

import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type Inbox, titleOf } from '../inbox.ts'
import type { Item } from '../state.ts'
import { showWhen } from '../times.ts'
import { whatOf } from '../what.ts'
import { Icon } from './icon.tsx'
import { Snooze } from './snooze.tsx'

interface ItemProps {
  readonly inbox: Inbox
  readonly item: Item
}

export function ItemRow({ inbox, item }: ItemProps) {
  const { words, language } = inbox
  const title = titleOf(item, words)
  const what = whatOf(item, words, language)
  // A first line that serves as the title is not said twice.
  const text = item.title === null ? item.body?.split('\n').slice(1).join('\n') : item.body
  const when = showWhen(item.at.instant, item.at.timezone, language)
  return (
    <li class={`item ${item.state}`} part={`item item-${item.state}`}>
      <Title inbox={inbox} item={item} title={title} what={what} />
      {text && <p class="text">{text}</p>}
      <Actions inbox={inbox} item={item} title={what ? `${title}, ${what}` : title}>
        <p class="meta">
          <time dateTime={item.at.instant} title={`${item.at.local} ${item.at.timezone}`}>
            {when}
          </time>
          <Badge inbox={inbox} item={item} />
        </p>
      </Actions>
    </li>
  )
}

interface TitleProps extends ItemProps {
  readonly title: string
  /** Part of its name: lines with one title are told apart by it, by ear too. */
  readonly what: string
}

function Title({ inbox, item, title, what }: TitleProps) {
  const { words } = inbox
  const inside = (
    <>
      {item.state === 'unread' && (
        <span class="dot">
          <span class="unseen">{words.states.unread}. </span>
        </span>
      )}
      {title}
      {what && (
        <span class="what" part="item-what">
          {what}
        </span>
      )}
    </>
  )
  const url = linkOf(item.data)
  const opened = (event: Event) => {
    // The page around deals with it.
    if (!inbox.open(item)) event.preventDefault()
  }
  if (url !== null)
    return (
      <a class="title" part="item-title" href={url} target="_blank" rel="noopener noreferrer" onClick={opened}>
        {inside}
      </a>
    )
  return (
    <button type="button" class="title" part="item-title" onClick={opened}>
      {inside}
    </button>
  )
}

/** What the reminder is about may have an address: `url` of its data. Nothing but the web: no scripts, no files. */
function linkOf(data: unknown): string | null {
  const { url } = (typeof data === 'object' && data !== null ? data : {}) as { url?: unknown }
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null
}

function Badge({ inbox, item }: ItemProps) {
  const { words, language } = inbox
  if (item.state === 'unread' || item.state === 'read') return null
  const until = item.snoozedUntil
  const text =
    item.state === 'snoozed' && until
      ? words.snoozedUntil(showWhen(until.instant, until.timezone, language))
      : words.states[item.state]
  return (
    <span class="badge" part="badge">
      {text}
    </span>
  )
}

function Actions({ inbox, item, title, children }: ItemProps & { title: string; children: ComponentChildren }) {
  const { words } = inbox
  const [isSnoozing, setSnoozing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { state } = item
  const isOpen = state === 'unread' || state === 'read' || state === 'snoozed'
  const stopSnoozing = () => {
    setSnoozing(false)
    opener.current?.focus()
  }
  return (
    <fieldset class="actions" aria-label={words.actionsOf(title)}>
      {children}
      {isOpen && (
        <>
          <button type="button" class="button main" part="button done" onClick={() => inbox.done(item)}>
            {words.done}
          </button>
          <button
            ref={opener}
            type="button"
            class="button"
            part="button"
            aria-expanded={isSnoozing}
            onClick={() => setSnoozing(!isSnoozing)}
          >
            {words.snooze}
          </button>
        </>
      )}
      {/* A snooze may hold again because Done was taken back: that is one step, and not two. */}
      {state === 'done' && (
        <button type="button" class="button" part="button" onClick={() => inbox.undo(item)}>
          {words.undo}
        </button>
      )}
      {(state === 'unread' || state === 'read') && (
        <Round name={state === 'unread' ? 'read' : 'unread'} inbox={inbox} item={item} />
      )}
      <Round name={state === 'archived' ? 'unarchive' : 'archive'} inbox={inbox} item={item} />
      {isSnoozing && isOpen && <Snooze inbox={inbox} item={item} onClose={stopSnoozing} />}
    </fieldset>
  )
}

function Round({ name, inbox, item }: ItemProps & { readonly name: 'read' | 'unread' | 'archive' | 'unarchive' }) {
  const label = inbox.words[name]
  return (
    <button type="button" class="round" aria-label={label} title={label} onClick={() => inbox.change(item, name)}>
      <Icon name={name} />
    </button>
  )
}
