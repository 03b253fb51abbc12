import { useState } from 'preact/hooks'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { go } from '../../place.ts'
import { words } from '../../words/templates.ts'

/** Nothing is stored until its page is saved. */
export function NewTemplate({ onClose }: { readonly onClose: () => void }) {
  const w = useWords(words)
  const [name, setName] = useState('')
  const [locale, setLocale] = useState('')
  const open = () => {
    go(hrefs.template(name.trim(), locale.trim() || null))
    // It has gone from the address with it.
    return false
  }
  return (
    <Dialog title={w.add} doneWord={w.open} onClose={onClose} onDone={open}>
      <TextField label={w.name} hint={w.nameHint} value={name} onInput={setName} required autofocus />
      <TextField label={w.locale} hint={w.localeHint} value={locale} onInput={setLocale} offers={['en', 'ko']} />
    </Dialog>
  )
}
