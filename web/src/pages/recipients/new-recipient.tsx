import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { ownZone } from '../../clock.ts'
import { language, useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { words } from '../../words/recipients.ts'

interface NewRecipientProps {
  readonly onClose: () => void
  readonly onMade: (id: string) => void
}

export function NewRecipient({ onClose, onMade }: NewRecipientProps) {
  const w = useWords(words)
  const [name, setName] = useState('')
  const [given, setGiven] = useState<string | null>(null)
  const [timezone, setZone] = useState(ownZone.get())
  const [locale, setLocale] = useState<string>(language.get())
  const [email, setEmail] = useState('')
  const id = given ?? idOf(name)
  const make = async () => {
    const made = await act({
      run: () =>
        api.recipients.put({
          ...{ id, timezone, locale },
          ...(name.trim() ? { name: name.trim() } : {}),
          ...(email.trim() ? { addresses: { email: email.trim() } } : {}),
        }),
      said: w.saved,
    })
    if (made) onMade(id)
    return made
  }
  return (
    <Dialog title={w.add} onClose={onClose} onDone={make}>
      <TextField label={w.name} value={name} onInput={setName} autofocus />
      <TextField label={w.id} value={id} onInput={setGiven} hint={w.idHint} required />
      <div class="pair">
        <ZoneField label={w.zone} value={timezone} onInput={setZone} required />
        <Select
          label={w.locale}
          value={locale}
          onChange={setLocale}
          options={[
            ['en', 'English'],
            ['ko', '한국어'],
          ]}
        />
      </div>
      <TextField label={w.email} type="email" value={email} onInput={setEmail} />
    </Dialog>
  )
}

/** A name as an id is written; somebody may write another one. */
function idOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
