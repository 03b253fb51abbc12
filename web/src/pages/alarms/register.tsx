import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { tellRegistered } from '../../alarm-acts.ts'
import { type Alarm, api } from '../../api.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import { PersonField } from '../../parts/person-field.tsx'
import { words } from '../../words/alarms.ts'

interface RegisterProps {
  readonly user: string
  readonly onClose: () => void
}

const empty = { pageId: '', title: '', body: '' }

export function Register({ user, onClose }: RegisterProps) {
  const w = useWords(words)
  const [form, setForm] = useState({ ...empty, userId: user })
  const [onDone, setOnDone] = useState<Alarm['onDone']>('end')
  const [error, setError] = useState<string | null>(null)
  const set = (name: keyof typeof form) => (value: string) => setForm((before) => ({ ...before, [name]: value }))
  const send = () => {
    if (form.userId !== '') return register({ ...form, onDone })
    setError(w.needsSomebody)
    return false
  }
  return (
    <Dialog title={w.register} doneWord={w.register} onClose={onClose} onDone={send}>
      <div class="pair">
        <TextField label={w.title} value={form.title} onInput={set('title')} autofocus required />
        <PersonField
          label={w.user}
          value={form.userId}
          error={error}
          onChoose={(id) => {
            set('userId')(id)
            setError(null)
          }}
        />
      </div>
      <TextArea label={w.body} value={form.body} onInput={set('body')} rows={2} />
      <div>
        <span class="faint">{w.onDone}</span>{' '}
        <Choice
          label={w.onDone}
          value={onDone}
          onChange={setOnDone}
          options={[
            ['end', w.onDones.end],
            ['postpone', w.onDones.postpone],
          ]}
        />
      </div>
      <TextField label={w.page} hint={w.pageHint} value={form.pageId} onInput={set('pageId')} />
    </Dialog>
  )
}

interface Form {
  readonly pageId: string
  readonly userId: string
  readonly title: string
  readonly body: string
  readonly onDone: Alarm['onDone']
}

function register({ pageId, userId, title, body, onDone }: Form): Promise<boolean> {
  const w = wordsNow(words)
  const input = {
    ...{ pageId: pageId.trim() || crypto.randomUUID().slice(0, 8), userId, onDone },
    ...(title ? { title } : {}),
    ...(body ? { body } : {}),
  }
  return act({
    run: () => api.alarms.put(input),
    said: ({ nextAlarmTime }) => tellRegistered(nextAlarmTime),
    // One that was there before stays, with its new texts.
    canUndo: ({ created }) => created,
    undo: () => api.alarms.remove({ pageId: input.pageId }),
    undone: w.removed,
  })
}
