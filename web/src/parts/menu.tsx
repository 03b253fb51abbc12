import { useState } from 'preact/hooks'
import { useAttention } from '../attention.ts'
import { useWords } from '../language.ts'
import { iconOf, menu, tabs } from '../routes.ts'
import { type PageName, words } from '../words/core.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

interface MenuProps {
  readonly current: PageName | null
}

const hrefOf = (name: PageName) => (name === 'overview' ? '/' : `/${name}`)

export function Menu({ current }: MenuProps) {
  const w = useWords(words)
  return (
    <nav class="menu" aria-label={w.menu}>
      <a class="brand" href="/">
        <Icon name="bell" /> Belfry
      </a>
      <Groups current={current} />
      <a class="entry foot" href="/docs" target="_blank" rel="noreferrer">
        {w.reference}
      </a>
    </nav>
  )
}

function Groups({ current }: MenuProps) {
  const w = useWords(words)
  return (
    <>
      {menu.map(({ group, pages }) => (
        <div key={group} class="group">
          <h2>{w.groups[group]}</h2>
          {pages.map((name) => (
            <Entry key={name} name={name} isCurrent={name === current} />
          ))}
        </div>
      ))}
    </>
  )
}

interface EntryProps {
  readonly name: PageName
  readonly isCurrent: boolean
  readonly isShort?: boolean
}

function Entry({ name, isCurrent, isShort }: EntryProps) {
  const w = useWords(words)
  return (
    <a class="entry" href={hrefOf(name)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={iconOf[name]} />
      <span>{isShort && name === 'attention' ? w.attentionShort : w.pages[name]}</span>
      {name === 'attention' && <Count />}
    </a>
  )
}

/** How many deliveries need a person. */
function Count() {
  const count = useAttention()
  return count === '' ? null : <span class="count">{count}</span>
}

/** On a phone: the pages of every day at the bottom, the others behind the last of them. */
export function Tabs({ current }: MenuProps) {
  const w = useWords(words)
  const [isOpen, setOpen] = useState(false)
  return (
    <nav class="tabs" aria-label={w.menu}>
      {tabs.map((name) => (
        <Entry key={name} name={name} isCurrent={name === current} isShort />
      ))}
      <button type="button" class="entry" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="more" />
        <span>{w.more}</span>
      </button>
      {isOpen && (
        <Dialog title={w.menu} onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that follows a link inside is a click, too */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is used */}
          <div class="sheet" onClick={() => setOpen(false)}>
            <Groups current={current} />
          </div>
        </Dialog>
      )}
    </nav>
  )
}
