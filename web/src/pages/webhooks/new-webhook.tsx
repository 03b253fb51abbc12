import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { words } from '../../words/webhooks.ts'

export interface Made {
  readonly id: string
  readonly secret: string | null
}

interface NewWebhookProps {
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}

export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  const w = useWords(words)
  const [id, setId] = useState('')
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const make = () =>
    act({
      run: async () =>
        onMade(await api.webhooks.put({ id: id.trim(), url: url.trim(), description: description.trim() || null })),
    })
  return (
    <Dialog title={w.add} doneWord={w.add} onClose={onClose} onDone={make}>
      <TextField label={w.id} hint={w.idHint} value={id} onInput={setId} required autofocus />
      <TextField label={w.url} hint={w.urlHint} type="url" value={url} onInput={setUrl} required />
      <TextField label={w.description} value={description} onInput={setDescription} />
    </Dialog>
  )
}
