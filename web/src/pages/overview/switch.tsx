// The switch that stops everything. That it is stopped is said on every page (parts/holds.tsx).

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Overview } from '../../api.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { words as ofHolds } from '../../words/holds.ts'
import { words } from '../../words/overview.ts'

type Hold = Overview['holds'][number]

export function StopAll({ holds }: { readonly holds: readonly Hold[] }) {
  const w = useWords(words)
  const [isAsking, setAsking] = useState(false)
  if (holds.some(({ tenant, channel }) => tenant === null && channel === null)) return null
  return (
    <>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {w.stopAll}
      </Button>
      {isAsking && <Ask onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ onClose }: { readonly onClose: () => void }) {
  const w = useWords(words)
  const [reason, setReason] = useState('')
  return (
    <Dialog title={w.stopAll} doneWord={w.stopAll} kind="danger" onClose={onClose} onDone={() => stop(reason.trim())}>
      <p>{w.switchAbout}</p>
      <p class="faint">{w.stopAllAbout}</p>
      <TextField label={w.reason} hint={w.reasonHint} value={reason} onInput={setReason} autofocus required />
    </Dialog>
  )
}

function stop(reason: string): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.holds.hold({ reason }),
    said: w.stopped,
    undo: () => api.holds.release({}),
    undone: wordsNow(ofHolds).released,
  })
}
