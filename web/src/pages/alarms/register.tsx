import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { type Alarm, api } from '../../api.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { words } from '../../words/alarms.ts'

interface RegisterProps {
  readonly user: string
  readonly people: readonly string[]
  readonly onClose: () => void
}

const empty = { pageId: '', title: '', body: '', timezone: '' }

export function Register({ user, people, onClose }: RegisterProps) {
  const w = useWords(words)
  const [form, setForm] = useState({ ...empty, userId: user })
  const [onDone, setOnDone] = useState<Alarm['onDone']>('end')
  const set = (name: keyof typeof form) => (value: string) => setForm((before) => ({ ...before, [name]: value }))
  return (
    <Dialog title={w.register} doneWord={w.register} onClose={onClose} onDone={() => register({ ...form, onDone })}>
      <div class="pair">
        <TextField label={w.page} hint={w.pageHint} value={form.pageId} onInput={set('pageId')} autofocus required />
        <TextField
          label={w.user}
          hint={w.userHint}
          value={form.userId}
          offers={people}
          onInput={set('userId')}
          required
        />
      </div>
      <TextField label={w.title} value={form.title} onInput={set('title')} />
      <TextArea label={w.body} value={form.body} onInput={set('body')} rows={2} />
      <ZoneField label={w.zone} hint={w.zoneHint} value={form.timezone} onInput={set('timezone')} />
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
    </Dialog>
  )
}

interface Form {
  readonly pageId: string
  readonly userId: string
  readonly title: string
  readonly body: string
  readonly timezone: string
  readonly onDone: Alarm['onDone']
}

function register({ pageId, userId, title, body, timezone, onDone }: Form): Promise<boolean> {
  const w = wordsNow(words)
  const input = {
    ...{ pageId: pageId.trim(), userId: userId.trim(), onDone },
    ...(title ? { title } : {}),
    ...(body ? { body } : {}),
    ...(timezone ? { timezone } : {}),
  }
  return act({
    run: () => api.alarms.put(input),
    said: w.registered,
    // One that was there before stays, with its new texts.
    canUndo: ({ created }) => created,
    undo: () => api.alarms.remove({ pageId: input.pageId }),
    undone: w.removed,
  })
}
