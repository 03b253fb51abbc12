// The question before a meeting is moved: from when to when, who is told, what becomes of the reminders, and what is in the way.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Meeting } from '../../api.ts'
import { localText, nowMs, ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Select, TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Conflicts, SlotTimes } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { words as meetingWords } from '../../words/meeting.ts'
import { words } from '../../words/move-meeting.ts'
import { instantIn, withOffset } from '../../zoned.ts'

interface MoveProps {
  readonly meeting: Meeting
  readonly people: People
  /** Where it was dragged to; left out, they say. */
  readonly to?: number
  readonly onClose: () => void
}

export function Move({ meeting, people, to, onClose }: MoveProps) {
  const w = useWords(words)
  const { and } = useWords(meetingWords)
  const old = meeting.acceptedSlot ?? meeting.slots[0]!
  const oldMs = Date.parse(old.start.instant)
  const lengthMs = Date.parse(old.end.instant) - oldMs
  const zone = ownZone.get()
  const [texts, setTexts] = useState<readonly string[]>([localText(to ?? oldMs, zone)])
  const [who, setWho] = useState(meeting.requester)
  const [reason, setReason] = useState('')
  const [isAcceptedAtOnce, setAcceptedAtOnce] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const asked = ids.filter((id) => id !== who)
  const nameOf = (id: string) => people.nameOf(id)
  const starts = texts.filter((text) => text !== '').map((text) => instantIn(text, zone))
  const move = async () => {
    if (starts.length === 0 || starts.some((at) => at <= nowMs()) || texts[0] === localText(oldMs, zone)) {
      setError(w.noTime)
      return false
    }
    let moved: Meeting | undefined
    const isDone = await act({
      run: async () => {
        moved = await reschedule(meeting, { starts, lengthMs, who, reason: reason.trim() })
        if (isAcceptedAtOnce && starts.length === 1) moved = await acceptAll(moved, asked)
      },
      said: () => (moved?.status === 'accepted' ? w.movedAccepted : w.moved),
    })
    if (moved) go(hrefs.meeting(moved.id))
    return isDone
  }
  return (
    <Dialog title={w.title} onClose={onClose} onDone={move} doneWord={w.done} isWide>
      <div>
        <h3>{w.from}</h3>
        <SlotTimes slot={old} ids={ids} people={people} />
      </div>
      {texts.map((text, i) => (
        <NewTime
          key={i}
          text={text}
          error={i === 0 ? error : null}
          meeting={meeting}
          lengthMs={lengthMs}
          people={people}
          onInput={(value) => {
            setError(null)
            setTexts(texts.map((one, n) => (n === i ? value : one)))
          }}
        />
      ))}
      <div class="actions">
        <Button kind="quiet" icon="plus" onPress={() => setTexts([...texts, ''])}>
          {w.addTime}
        </Button>
      </div>
      <div class="pair">
        <Select label={w.who} value={who} onChange={setWho} options={ids.map((id) => [id, nameOf(id)] as const)} />
        <TextField label={w.reason} hint={w.reasonHint} value={reason} onInput={setReason} />
      </div>
      <p>
        {w.told(and(ids.map(nameOf)))} {w.afterwards(and(asked.map(nameOf)))}
      </p>
      {starts.length === 1 && (
        <Check label={w.acceptAtOnce(and(asked.map(nameOf)))} checked={isAcceptedAtOnce} onChange={setAcceptedAtOnce} />
      )}
    </Dialog>
  )
}

interface NewTimeProps {
  readonly text: string
  readonly error: string | null
  readonly meeting: Meeting
  readonly lengthMs: number
  readonly people: People
  readonly onInput: (text: string) => void
}

function NewTime({ text, error, meeting, lengthMs, people, onInput }: NewTimeProps) {
  const w = useWords(words)
  const zone = ownZone.get()
  const at = text === '' ? Number.NaN : instantIn(text, zone)
  const oldMs = Date.parse((meeting.acceptedSlot ?? meeting.slots[0]!).start.instant)
  const isAhead = at > nowMs() && localText(oldMs, zone) !== text
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const time = isAhead ? { start: new Date(at).toISOString(), end: new Date(at + lengthMs).toISOString() } : null
  const { value } = useQuery(
    `check ${meeting.id} ${text}`,
    () => api.conflicts.check({ meetingId: meeting.id, participants: ids, ...time }),
    { enabled: isAhead },
  )
  return (
    <div>
      <TextField
        label={w.newTime}
        hint={w.duration}
        type="datetime-local"
        value={text}
        error={error}
        onInput={onInput}
      />
      {time && (
        <>
          <SlotTimes slot={{ start: { instant: time.start }, end: { instant: time.end } }} ids={ids} people={people} />
          <Conflicts conflicts={value?.conflicts} people={people} />
        </>
      )}
    </div>
  )
}

interface Moving {
  readonly starts: readonly number[]
  readonly lengthMs: number
  readonly who: string
  readonly reason: string
}

async function reschedule(meeting: Meeting, { starts, lengthMs, who, reason }: Moving): Promise<Meeting> {
  const slots = starts.map((at) => ({
    start: withOffset(at, meeting.timezone),
    end: withOffset(at + lengthMs, meeting.timezone),
  }))
  const done = await api.meetings.reschedule({
    ...{ id: meeting.id, participant: who, slots },
    ...(reason === '' ? {} : { reason }),
  })
  return done.meeting
}

/** One is enough, unless it needs everybody. */
async function acceptAll(meeting: Meeting, asked: readonly string[]): Promise<Meeting> {
  let latest = meeting
  for (const participant of asked) {
    if (latest.status !== 'pending') break
    latest = (await api.meetings.accept({ id: meeting.id, participant })).meeting
  }
  return latest
}
