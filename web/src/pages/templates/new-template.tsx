import { useState } from 'preact/hooks'
import { useWords } from '../../language.ts'
import { isName, languageTag, nameLike } from '../../naming.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { go } from '../../place.ts'
import { words } from '../../words/templates.ts'

/** Nothing is stored until its page is saved, and there neither can be changed: so they are checked here. */
export function NewTemplate({ onClose }: { readonly onClose: () => void }) {
  const w = useWords(words)
  const [name, setName] = useState('')
  const [locale, setLocale] = useState('')
  const [isChecked, setChecked] = useState(false)
  const tag = languageTag(locale.trim())
  const isNamed = isName(name.trim())
  const isTagged = locale.trim() === '' || tag !== null
  const open = () => {
    setChecked(true)
    if (isNamed && isTagged) go(hrefs.template(name.trim(), tag))
    // It has gone from the address with it.
    return false
  }
  return (
    <Dialog title={w.add} doneWord={w.open} onClose={onClose} onDone={open}>
      <TextField
        label={w.name}
        hint={w.nameHint}
        value={name}
        onInput={setName}
        // Said while it is typed: nobody has to press anything to hear of it.
        error={name.trim() === '' || isNamed ? null : w.badName(nameLike(name, 'our-meetings'))}
        required
        autofocus
      />
      <TextField
        label={w.locale}
        hint={w.localeHint}
        value={locale}
        onInput={setLocale}
        error={isChecked && !isTagged ? w.badLocale : null}
        offers={['en', 'ko']}
      />
    </Dialog>
  )
}
