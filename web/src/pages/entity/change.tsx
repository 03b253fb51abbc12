// What a thing is called, and who is reminded of it. Whoever is new gets the reminders of its plan; those of whoever is taken out end.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Entity } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { PeopleField } from '../../parts/people-field.tsx'
import { tellCounts } from '../../stories/counts.ts'
import { words } from '../../words/entity.ts'

export function ChangeDialog({ entity, onClose }: { readonly entity: Entity; readonly onClose: () => void }) {
  const w = useWords(words)
  const { type, id } = entity
  // As it was when the dialog was opened: that is what is taken back to.
  const [before] = useState(entity)
  const [title, setTitle] = useState(before.title ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(() => before.recipients.map((one) => one.id))
  return (
    <Dialog
      title={w.changeTitle}
      doneWord={w.change}
      onClose={onClose}
      onDone={() =>
        act({
          run: () =>
            api.entities.put({ type, id, title: title.trim() || null, recipients: recipientsOf(before, chosen) }),
          said: (counts) => w.changed(tellCounts(counts, w)),
          undo: () => api.entities.put({ type, id, title: before.title, recipients: recipientsOf(before) }),
          undone: w.changedBack,
        })
      }
    >
      <TextField label={w.title} value={title} onInput={setTitle} autofocus />
      <PeopleField label={w.who} chosen={chosen} onChange={setChosen} />
    </Dialog>
  )
}

/** Whoever has a plan of their own keeps it. */
function recipientsOf({ recipients }: Entity, chosen: readonly string[] = recipients.map((one) => one.id)) {
  const plans = new Map(recipients.map((one) => [one.id, one.plan]))
  return chosen.map((id) => {
    const plan = plans.get(id)
    return plan ? { id, plan } : id
  })
}
