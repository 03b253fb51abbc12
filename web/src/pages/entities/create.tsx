// A thing to be reminded of: what, when, who, and how long before.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { localText, nowMs, ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { PeopleField } from '../../parts/people-field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { tellCounts } from '../../stories/counts.ts'
import { words } from '../../words/entities.ts'
import { words as entityWords } from '../../words/entity.ts'

// A day is said and counted in one way, that of the usual plan: a thing does not have one reminder a day and another 24 hours before it.
const steps = { three: ['-PT24H', '-PT1H', '-PT15M'], day: ['-PT24H'], hour: ['-PT1H'], week: ['-P1W', '-PT24H'] }

interface Draft {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly at: string
  readonly timezone: string
  readonly chosen: readonly string[]
  readonly plan: string
}

export function CreateDialog({ type, onClose }: { readonly type: string; readonly onClose: () => void }) {
  const w = useWords(words)
  const e = useWords(entityWords)
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(type))
  const [error, setError] = useState<string | null>(null)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const create = async () => {
    const recipients = draft.chosen
    if (recipients.length === 0) {
      setError(w.needsPeople)
      return false
    }
    const name = { type: draft.type.trim(), id: draft.id.trim() || crypto.randomUUID().slice(0, 8) }
    const isDone = await act({
      run: () => api.entities.put({ ...name, ...fieldsOf(draft), recipients: [...recipients] }),
      said: (counts) => w.created(tellCounts(counts, e)),
    })
    if (isDone) go(hrefs.entity(name))
    return isDone
  }
  return (
    <Dialog title={w.formTitle} doneWord={w.create} onClose={onClose} onDone={create}>
      <div class="pair">
        <TextField label={w.title} value={draft.title} onInput={(title) => set({ title })} required autofocus />
        <TextField label={w.type} hint={w.typeHint} value={draft.type} onInput={(one) => set({ type: one })} required />
      </div>
      <div class="pair">
        <TextField label={w.at} type="datetime-local" value={draft.at} onInput={(at) => set({ at })} required />
        <ZoneField label={w.zone} value={draft.timezone} onInput={(timezone) => set({ timezone })} required />
      </div>
      <PeopleField
        label={w.who}
        chosen={draft.chosen}
        error={error}
        onChange={(chosen) => {
          set({ chosen })
          setError(null)
        }}
      />
      <PlanField value={draft.plan} onChange={(plan) => set({ plan })} />
      <TextField label={w.id} hint={w.idHint} value={draft.id} onInput={(id) => set({ id })} />
    </Dialog>
  )
}

function PlanField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const w = useWords(words)
  const plans = useQuery('plans', () => api.plans.list())
  const named = plans.value?.items.map(({ name }) => [`plan:${name}`, w.planNamed(name)] as const) ?? []
  return (
    <Select
      label={w.plan}
      value={value}
      onChange={onChange}
      options={[...(Object.entries(w.plans) as [string, string][]), ...named]}
    />
  )
}

/** The day after tomorrow, on the hour: all of its reminders are still to come. */
function emptyDraft(type: string): Draft {
  const timezone = ownZone.get()
  const at = `${localText(nowMs() + 2 * 86_400_000, timezone).slice(0, 13)}:00`
  return { type, id: '', title: '', at, timezone, chosen: [], plan: 'three' }
}

function fieldsOf({ title, at, timezone, plan }: Draft) {
  const isNamed = plan.startsWith('plan:')
  return { title, at, timezone, plan: isNamed ? plan.slice(5) : steps[plan as keyof typeof steps] }
}
