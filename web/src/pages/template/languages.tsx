// The languages that a template is there in.

import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { languageTag } from '../../naming.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { go } from '../../place.ts'
import { words } from '../../words/templates.ts'

export type Variant = Awaited<ReturnType<typeof api.templates.list>>['items'][number]

/** They stand beside each other in the list, which has a thousand at the most. */
export async function variantsOf(name: string): Promise<readonly Variant[]> {
  const found: Variant[] = []
  let cursor: string | null | undefined
  do {
    const page = await api.templates.list({ limit: 200, ...(cursor ? { cursor } : {}) })
    found.push(...page.items.filter((one) => one.name === name))
    cursor = page.nextCursor
  } while (cursor)
  return found
}

interface LanguagesProps {
  readonly name: string
  readonly locale: string | null
  readonly variants: readonly Variant[]
}

export function Languages({ name, locale, variants }: LanguagesProps) {
  const w = useWords(words)
  const [isOpen, setOpen] = useState(false)
  const others = variants.map((one) => one.locale)
  const shown = others.includes(locale) ? others : [...others, locale]
  return (
    <nav class="languages" aria-label={w.languages}>
      {shown.map((one) => (
        <a key={one} class="button" href={hrefs.template(name, one)} aria-current={one === locale ? 'page' : undefined}>
          {one ?? w.everyLanguage}
        </a>
      ))}
      <Button kind="quiet" icon="plus" onPress={() => setOpen(true)}>
        {w.addLanguage}
      </Button>
      {isOpen && <Another name={name} onClose={() => setOpen(false)} />}
    </nav>
  )
}

function Another({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const w = useWords(words)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const open = () => {
    const tag = languageTag(text.trim())
    const isLanguage = text.trim() === '' || tag !== null
    setError(isLanguage ? null : w.badLocale)
    if (isLanguage) go(hrefs.template(name, tag))
    return isLanguage
  }
  return (
    <Dialog title={w.addLanguage} doneWord={w.open} onClose={onClose} onDone={open}>
      <TextField
        label={w.locale}
        hint={w.localeHint}
        value={text}
        onInput={setText}
        error={error}
        offers={['en', 'ko']}
        autofocus
      />
    </Dialog>
  )
}
