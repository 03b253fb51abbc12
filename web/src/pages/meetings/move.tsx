// The question before a meeting is moved: from when to when, who is told, what becomes of the reminders, and what is in the way.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Meeting } from '../../api.ts'
import { nowMs, ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Select, TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Conflicts, InQuietHours, SlotTimes } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { words as meetingWords } from '../../words/meeting.ts'
import { words } from '../../words/move-meeting.ts'
import { withOffset } from '../../zoned.ts'
import { type Dragged, isSame, type Offered, slotOf, stretchOf, timesOf } from './moved-times.ts'
import type { Stretch } from './week-items.ts'

interface MoveProps {
  readonly meeting: Meeting
  readonly people: People
  /** Which of its times was dragged, and where to; left out, they say. */
  readonly dragged?: Dragged
  readonly onClose: () => void
}

export function Move({ meeting, people, dragged, onClose }: MoveProps) {
  const w = useWords(words)
  const { and } = useWords(meetingWords)
  const zone = ownZone.get()
  const { old, first } = timesOf(meeting, dragged, zone)
  const [times, setTimes] = useState(first)
  const another = { text: '', atMs: null, lengthMs: old.endMs - old.startMs }
  const [who, setWho] = useState(meeting.requester)
  const [reason, setReason] = useState('')
  const [isAcceptedAtOnce, setAcceptedAtOnce] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const asked = ids.filter((id) => id !== who)
  const nameOf = (id: string) => people.nameOf(id)
  const wanted = times.filter(({ text }) => text !== '').map((time) => stretchOf(time, zone))
  const move = async () => {
    if (wanted.length === 0 || wanted.some(({ startMs }) => startMs <= nowMs()) || isSame(times[0], old, zone)) {
      setError(w.noTime)
      return false
    }
    let moved: Meeting | undefined
    const isDone = await act({
      run: async () => {
        moved = await reschedule(meeting, { wanted, who, reason: reason.trim() })
        if (isAcceptedAtOnce && wanted.length === 1) moved = await acceptAll(moved, asked)
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
        <SlotTimes slot={slotOf(old)} ids={ids} people={people} />
      </div>
      {times.map((time, i) => (
        <NewTime
          key={i}
          time={time}
          old={old}
          label={i === 0 ? w.newTime : w.otherTime}
          error={i === 0 ? error : null}
          meeting={meeting}
          people={people}
          onInput={(text) => {
            setError(null)
            setTimes(times.map((one, n) => (n === i ? { ...one, text } : one)))
          }}
        />
      ))}
      <div class="actions">
        <Button kind="quiet" icon="plus" onPress={() => setTimes([...times, another])}>
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
      {wanted.length === 1 && (
        <Check label={w.acceptAtOnce(and(asked.map(nameOf)))} checked={isAcceptedAtOnce} onChange={setAcceptedAtOnce} />
      )}
    </Dialog>
  )
}

interface NewTimeProps {
  readonly time: Offered
  readonly old: Stretch
  readonly label: string
  readonly error: string | null
  readonly meeting: Meeting
  readonly people: People
  readonly onInput: (text: string) => void
}

function NewTime({ time, old, label, error, meeting, people, onInput }: NewTimeProps) {
  const w = useWords(words)
  const zone = ownZone.get()
  const stretch = time.text === '' ? null : stretchOf(time, zone)
  const isAhead = stretch !== null && stretch.startMs > nowMs() && !isSame(time, old, zone)
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const slot = isAhead ? slotOf(stretch) : null
  const asked = { start: slot?.start.instant, end: slot?.end.instant }
  const { value } = useQuery(
    `check ${meeting.id} ${asked.start} ${asked.end}`,
    () => api.conflicts.check({ meetingId: meeting.id, participants: ids, ...asked }),
    { enabled: isAhead },
  )
  return (
    <div>
      <TextField
        label={label}
        hint={w.duration}
        type="datetime-local"
        value={time.text}
        error={error}
        onInput={onInput}
      />
      {slot && (
        <>
          <SlotTimes slot={slot} ids={ids} people={people} />
          <Conflicts conflicts={value?.conflicts} people={people} />
          <InQuietHours slot={slot} ids={ids} people={people} />
        </>
      )}
    </div>
  )
}

interface Moving {
  readonly wanted: readonly Stretch[]
  readonly who: string
  readonly reason: string
}

async function reschedule(meeting: Meeting, { wanted, who, reason }: Moving): Promise<Meeting> {
  const slots = wanted.map(({ startMs, endMs }) => ({
    start: withOffset(startMs, meeting.timezone),
    end: withOffset(endMs, meeting.timezone),
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
