// The languages that a template is there in.

import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
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
  const [tag, setTag] = useState('')
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
      {isOpen && (
        <Dialog
          title={w.addLanguage}
          doneWord={w.open}
          onClose={() => setOpen(false)}
          onDone={() => go(hrefs.template(name, tag.trim() || null))}
        >
          <TextField
            label={w.locale}
            hint={w.localeHint}
            value={tag}
            onInput={setTag}
            offers={['en', 'ko']}
            autofocus
          />
        </Dialog>
      )}
    </nav>
  )
}
