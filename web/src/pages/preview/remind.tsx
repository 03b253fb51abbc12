// What was previewed becomes a reminder of somebody.

import { useEffect, useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { ownZone, showOnClocks } from '../../clock.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { PersonField } from '../../parts/person-field.tsx'
import { useName, useZoneOf } from '../../people.ts'
import { words } from '../../words/preview.ts'
import type { Wanted } from './when.ts'
import { meantOf, type Whose, WhoseClock } from './whose.tsx'

interface RemindProps {
  /** As it was read. */
  readonly when: Wanted
  readonly zone: string
  /** What the sentence left to remind of. */
  readonly text: string
  readonly recipient: string
  readonly onRecipient: (id: string) => void
  readonly whose: Whose
  readonly onWhose: (whose: Whose) => void
}

export function Remind({ when: read, zone, text, recipient, onRecipient, whose, onWhose }: RemindProps) {
  const w = useWords(words)
  const when = meantOf(read, whose, recipient)
  const theirs = useZoneOf(recipient)
  const [title, setTitle] = useState(text)
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => setTitle(text), [text])
  useEffect(() => setMade(null), [JSON.stringify(when)])
  const name = useName(recipient)
  return (
    <Panel title={w.remind}>
      <div class="pair">
        <PersonField label={w.whom} hint={w.whomHint} value={recipient} onChoose={onRecipient} />
        <TextField label={w.title} value={title} onInput={setTitle} placeholder={w.untitled} />
      </div>
      <WhoseClock when={read} zone={zone} recipient={recipient} whose={whose} onChange={onWhose} />
      <div class="actions">
        <Button
          kind="main"
          icon="bell"
          disabled={recipient === ''}
          onPress={async () =>
            setMade(await schedule({ when, title: title.trim() || w.untitled, recipient, name, theirs }))
          }
        >
          {w.schedule}
        </Button>
        {made && <a href={hrefs.reminder(made)}>{w.see}</a>}
      </div>
    </Panel>
  )
}

interface Scheduling {
  readonly when: Wanted
  readonly title: string
  readonly recipient: string
  readonly name: string
  readonly theirs: string | undefined
}

/** Its id; null where it was refused. */
async function schedule({ when, title, recipient, name, theirs }: Scheduling): Promise<string | null> {
  const w = wordsNow(words)
  let made: string | null = null
  await act({
    run: async () => {
      const entity = { type: 'note', id: crypto.randomUUID() }
      const scheduled = await api.reminders.schedule({ ...when, entity, recipient, title })
      made = scheduled.id
      return scheduled
    },
    said: ({ dueAt }) => w.scheduled(name, showOnClocks(dueAt.instant, theirs ?? dueAt.timezone, ownZone.get())),
    undo: ({ id }) => api.reminders.cancel({ id }),
    undone: w.takenBack,
  })
  return made
}
