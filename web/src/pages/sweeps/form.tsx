// A sweep, in the fields that most need. What else it was described with stays as it is.

import { useState } from 'preact/hooks'
import type { Sweep } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { words } from '../../words/sweeps.ts'
import { save } from './actions.ts'
import { fieldsOf, type SweepFields, toInput } from './fields.ts'

interface SweepFormProps {
  /** Null: a new one. */
  readonly sweep: Sweep | null
  readonly onClose: () => void
  readonly onSaved?: (name: string) => void
}

const intervals = ['PT15M', 'PT30M', 'PT1H', 'PT6H', 'P1D']

export function SweepForm({ sweep, onClose, onSaved }: SweepFormProps) {
  const w = useWords(words)
  const [form, setForm] = useState(() => fieldsOf(sweep))
  const set = (name: keyof SweepFields) => (value: string) => setForm((before) => ({ ...before, [name]: value }))
  const text = (name: Exclude<keyof SweepFields, 'enabled'>) => ({ value: form[name], onInput: set(name) })
  const done = async () => {
    const isSaved = await save(toInput(form, sweep), sweep)
    if (isSaved) onSaved?.(form.name.trim())
    return isSaved
  }
  return (
    <Dialog title={sweep ? sweep.name : w.add} isWide onClose={onClose} onDone={done}>
      {sweep && sweep.origin !== 'api' && <p class="badge warn">{w.fromConfig}</p>}
      <div class="pair">
        {!sweep && <TextField label={w.name} {...text('name')} autofocus required />}
        <TextField label={w.every} hint={w.everyHint} offers={intervals} {...text('every')} required />
        <ZoneField label={w.zone} {...text('timezone')} />
      </div>
      <div class="pair">
        <TextField label={w.table} hint={w.tableHint} {...text('table')} required />
        <TextField label={w.connection} hint={w.connectionHint} {...text('connection')} />
        <TextField label={w.id} placeholder="id" {...text('id')} />
        <TextField label={w.due} placeholder="due_at" {...text('due')} />
        <TextField label={w.recipient} hint={w.recipientHint} {...text('recipient')} />
        <TextField label={w.titleColumn} placeholder="title" {...text('titleColumn')} />
      </div>
      <div class="pair">
        <TextField label={w.window} hint={w.windowHint} placeholder="PT24H" {...text('within')} />
        <TextField label={w.coolDown} hint={w.coolDownHint} {...text('coolDown')} />
        <TextField label={w.message} hint={w.messageHint} placeholder="{title}" {...text('message')} />
      </div>
      <Check
        label={w.enabled}
        checked={form.enabled}
        onChange={(enabled) => setForm((before) => ({ ...before, enabled }))}
      />
    </Dialog>
  )
}
