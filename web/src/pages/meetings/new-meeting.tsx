// A new meeting: what, who, how long, and at which times it could be. What is in the way of a time is said before it is sent.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Meeting } from '../../api.ts'
import { ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Select, TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { PeopleField } from '../../parts/people-field.tsx'
import { PersonField } from '../../parts/person-field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import type { People } from '../../people.ts'
import { go, useSearch } from '../../place.ts'
import { words } from '../../words/new-meeting.ts'
import { words as ofZone } from '../../words/zone.ts'
import { withOffset } from '../../zoned.ts'
import { ChooseTimes } from './choose-times.tsx'
import { type Draft, type Flaws, firstDraft, flawsOf } from './draft.ts'
import { PlanField, planOf } from './plan-field.tsx'

interface NewMeetingProps {
  readonly people: People
  readonly onClose: () => void
}

const lengths = [15, 30, 45, 60, 90, 120, 180, 240]

export function NewMeeting({ people, onClose }: NewMeetingProps) {
  const w = useWords(words)
  const zoneWords = useWords(ofZone)
  const [start] = useSearch('start')
  const [end] = useSearch('end')
  const [draft, setDraft] = useState<Draft>(() => firstDraft(start, end))
  const [flaws, setFlaws] = useState<Flaws>({})
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setFlaws({})
  }
  const send = async () => {
    const found = flawsOf(draft, { ...w, wrongZone: zoneWords.wrong })
    setFlaws(found)
    if (Object.keys(found).length > 0) return false
    let made: Meeting | undefined
    const isDone = await act({
      run: async () => {
        made = (await api.meetings.request(inputOf(draft))).meeting
      },
      said: w.created,
    })
    if (isDone && made) go(hrefs.meeting(made.id))
    return false
  }
  return (
    <Dialog title={w.title} onClose={onClose} onDone={send} doneWord={w.done} isWide>
      <TextField
        label={w.name}
        placeholder={w.namePlaceholder}
        value={draft.title}
        onInput={(title) => change({ title })}
        error={flaws.title ?? null}
        autofocus
      />
      <div class="pair">
        <PersonField
          label={w.requester}
          hint={w.requesterHint}
          value={draft.requester}
          without={draft.others}
          error={flaws.requester ?? null}
          onChoose={(requester) => change({ requester })}
        />
        <PeopleField
          label={w.others}
          chosen={draft.others}
          without={[draft.requester]}
          error={flaws.others ?? null}
          onChange={(others) => change({ others })}
        />
      </div>
      <div class="pair">
        <Select
          label={w.length}
          value={String(draft.minutes)}
          onChange={(minutes) => change({ minutes: Number(minutes) })}
          options={lengthsWith(draft.minutes).map((count) => [String(count), w.minutes(count)] as const)}
        />
        <ZoneField label={w.zone} value={draft.zone} onInput={(zone) => change({ zone })} error={flaws.zone ?? null} />
        <TextField label={w.location} value={draft.location} onInput={(location) => change({ location })} />
      </div>
      <PlanField plan={draft.plan} count={draft.others.length + 1} onChange={(plan) => change({ plan })} />
      <ChooseTimes draft={draft} people={people} error={flaws.starts ?? null} onChange={change} />
      <Check label={w.outside} checked={draft.isOutsideOk} onChange={(isOutsideOk) => change({ isOutsideOk })} />
    </Dialog>
  )
}

/** Time that was drawn in the week may be of any length. */
function lengthsWith(minutes: number): readonly number[] {
  return lengths.includes(minutes) ? lengths : [...lengths, minutes].sort((a, b) => a - b)
}

function inputOf(draft: Draft) {
  const zone = draft.zone || ownZone.get()
  return {
    title: draft.title.trim(),
    requester: draft.requester,
    participants: [...draft.others],
    timezone: zone,
    plan: planOf(draft.plan),
    slots: draft.starts.map((at) => ({
      start: withOffset(at, zone),
      end: withOffset(at + draft.minutes * 60_000, zone),
    })),
    ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
    ...(draft.isOutsideOk ? { allowOutsideAvailability: true } : {}),
  }
}
