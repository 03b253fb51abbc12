// What a thing is called, and who is reminded of it. Whoever is new gets the reminders of its plan; those of whoever is taken out end.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Entity } from '../../api.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { PeopleField } from '../../parts/people-field.tsx'
import { tellCounts } from '../../stories/counts.ts'
import { words } from '../../words/entity.ts'

export function ChangeDialog({ entity, onClose }: { readonly entity: Entity; readonly onClose: () => void }) {
  const w = useWords(words)
  // As it was when the dialog was opened: that is what is taken back to.
  const [before] = useState(entity)
  const [title, setTitle] = useState(before.title ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(() => before.recipients.map((one) => one.id))
  const [error, setError] = useState<string | null>(null)
  return (
    <Dialog
      title={w.changeTitle}
      doneWord={w.change}
      onClose={onClose}
      onDone={() => {
        if (chosen.length > 0) return change(before, title.trim() || null, chosen)
        setError(w.needsPeople)
        return false
      }}
    >
      <TextField label={w.title} value={title} onInput={setTitle} autofocus />
      <PeopleField
        label={w.who}
        chosen={chosen}
        error={error}
        onChange={(ids) => {
          setChosen(ids)
          setError(null)
        }}
      />
    </Dialog>
  )
}

/** What was left alone is not sent: somebody else may have changed it meanwhile. */
function change(before: Entity, title: string | null, chosen: readonly string[]): Promise<boolean> {
  const w = wordsNow(words)
  const name = { type: before.type, id: before.id }
  const isOther = { title: title !== before.title, people: !isSame(chosen, before) }
  return act({
    run: () =>
      api.entities.put({
        ...name,
        ...(isOther.title ? { title } : {}),
        ...(isOther.people ? { recipients: recipientsOf(before, chosen) } : {}),
      }),
    said: (counts) => w.changed(tellCounts(counts, w)),
    undo: () =>
      api.entities.put({
        ...name,
        ...(isOther.title ? { title: before.title } : {}),
        ...(isOther.people ? { recipients: recipientsOf(before) } : {}),
      }),
    undone: w.changedBack,
  })
}

function isSame(chosen: readonly string[], { recipients }: Entity): boolean {
  return chosen.length === recipients.length && recipients.every(({ id }) => chosen.includes(id))
}

/** Whoever has a plan of their own keeps it. */
function recipientsOf({ recipients }: Entity, chosen: readonly string[] = recipients.map((one) => one.id)) {
  const plans = new Map(recipients.map((one) => [one.id, one.plan]))
  return chosen.map((id) => {
    const plan = plans.get(id)
    return plan ? { id, plan } : id
  })
}
