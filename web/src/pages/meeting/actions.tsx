// What can be done with a meeting, and only that: what its state does not allow is not shown.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Meeting } from '../../api.ts'
import { useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import type { People } from '../../people.ts'
import { useQuery } from '../../query.ts'
import { words } from '../../words/meeting.ts'
import { Move } from '../meetings/move.tsx'
import { isToCome } from './reminders.tsx'

interface ActionsProps {
  readonly meeting: Meeting
  readonly people: People
}

export function Actions({ meeting, people }: ActionsProps) {
  const w = useWords(words)
  const now = useNow()
  const [asked, setAsked] = useState<'move' | 'cancel' | null>(null)
  const { status, acceptedSlot, id } = meeting
  const isOpen = status === 'pending' || status === 'accepted'
  const hasBegun = acceptedSlot !== null && Date.parse(acceptedSlot.start.instant) <= now
  const complete = () =>
    act({
      run: () => api.meetings.complete({ id, participant: meeting.requester }),
      said: w.completed,
    })
  return (
    <>
      {status === 'accepted' && hasBegun && (
        <Button kind="main" icon="check" onPress={complete}>
          {w.complete}
        </Button>
      )}
      {isOpen && <Button onPress={() => setAsked('move')}>{w.move}</Button>}
      {isOpen && (
        <Button kind="danger" onPress={() => setAsked('cancel')}>
          {w.cancel}
        </Button>
      )}
      <a class="button" href={`/v1/meetings/${encodeURIComponent(id)}.ics`} download="meeting.ics">
        {w.file}
      </a>
      {asked === 'move' && <Move meeting={meeting} people={people} onClose={() => setAsked(null)} />}
      {asked === 'cancel' && <CallOff meeting={meeting} people={people} onClose={() => setAsked(null)} />}
    </>
  )
}

interface AskProps extends ActionsProps {
  readonly onClose: () => void
}

function CallOff({ meeting, people, onClose }: AskProps) {
  const w = useWords(words)
  const [who, setWho] = useState(meeting.requester)
  const [reason, setReason] = useState('')
  const { value } = useQuery(`meeting reminders ${meeting.id}`, () => api.meetings.reminders({ id: meeting.id }))
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const waiting = value?.items.filter(isToCome).length ?? 0
  return (
    <Dialog
      title={w.cancelTitle}
      kind="danger"
      doneWord={w.cancelDone}
      onClose={onClose}
      onDone={() =>
        act({
          run: () =>
            api.meetings.cancel({
              id: meeting.id,
              participant: who,
              ...(reason.trim() ? { reason: reason.trim() } : {}),
            }),
          said: w.cancelled,
        })
      }
    >
      <p>{w.cancelTold(w.and(ids.map(people.nameOf)), waiting)}</p>
      <Select
        label={w.cancelWho}
        value={who}
        onChange={setWho}
        options={ids.map((id) => [id, people.nameOf(id)] as const)}
      />
      <TextField label={w.reason} hint={w.reasonHint} value={reason} onInput={setReason} />
    </Dialog>
  )
}

/** For one who was asked. */
export function Deny({ meeting, people, who, onClose }: AskProps & { readonly who: string }) {
  const w = useWords(words)
  const [reason, setReason] = useState('')
  return (
    <Dialog
      title={w.denyTitle}
      kind="danger"
      doneWord={w.deny(people.nameOf(who))}
      onClose={onClose}
      onDone={() =>
        act({
          run: () =>
            api.meetings.deny({
              id: meeting.id,
              participant: who,
              ...(reason.trim() ? { reason: reason.trim() } : {}),
            }),
          said: w.denied(people.nameOf(who)),
        })
      }
    >
      <p>{w.denyTold(people.nameOf(meeting.requester))}</p>
      <TextField label={w.reason} hint={w.reasonHint} value={reason} onInput={setReason} autofocus />
    </Dialog>
  )
}
