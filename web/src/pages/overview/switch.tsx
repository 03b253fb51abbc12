// The switch that stops everything: out of the way while it rings, and the first thing that is seen when it does not.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Overview } from '../../api.ts'
import { showDistance } from '../../clock.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/overview.ts'

type Hold = Overview['holds'][number]

/** What is stopped, and by whom. */
export function Holds({ holds }: { readonly holds: readonly Hold[] }) {
  return (
    <>
      {holds.map((hold) => (
        <Held key={`${hold.tenant} ${hold.channel}`} hold={hold} />
      ))}
    </>
  )
}

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

function Held({ hold }: { readonly hold: Hold }) {
  const w = useWords(words)
  const { tenant, channel, reason, by, since } = hold
  const what = [tenant && w.ofTenant(tenant), channel && w.ofChannel(channel)].filter(Boolean).join(', ')
  return (
    <div class="stopped" role="status">
      <Icon name="attention" />
      <p>
        <strong>{what || w.stoppedAll}</strong>: {reason}{' '}
        <span class="faint">{w.heldBy(by, showDistance(since.instant, Date.now()))}</span>
      </p>
      <Button kind="main" onPress={() => letGo(hold)}>
        {w.release}
      </Button>
    </div>
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
    undone: w.released,
  })
}

function letGo({ tenant, channel, reason }: Hold): Promise<boolean> {
  const scope = { ...(tenant === null ? {} : { tenant }), ...(channel === null ? {} : { channel }) }
  return act({
    run: () => api.holds.release(scope),
    said: wordsNow(words).released,
    undo: () => api.holds.hold({ ...scope, reason }),
    undone: wordsNow(core).undone,
  })
}
