// What became of the meeting, and which meetings it comes from.

import { namesKeys, useActors } from '../../actors.ts'
import { api, type Meeting } from '../../api.ts'
import { ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { slotText } from '../../parts/slot.tsx'
import { When } from '../../parts/when.tsx'
import type { People } from '../../people.ts'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/meeting.ts'
import { words as listWords } from '../../words/meetings.ts'
import { isOf } from './concerns.ts'

interface StoryProps {
  readonly meeting: Meeting
  readonly people: People
}

const looks = {
  pending: 'next',
  accepted: 'good',
  denied: 'bad',
  rescheduled: 'warn',
  cancelled: 'bad',
  completed: 'good',
}

export function WhatHappened({ meeting, people }: StoryProps) {
  const { id } = meeting
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { value, error, refresh } = useQuery(`meeting events ${id}`, () => api.meetings.events({ id }), {
    live: ['meeting'],
    concerns: isOf(id),
  })
  const { tell } = useActors(namesKeys(value?.items.map(({ actor }) => actor) ?? []))
  return (
    <Panel title={w.happened} actions={<a href={hrefs.entity({ type: 'meeting', id })}>{w.wholeStory}</a>}>
      {!value && (error ? <Failed error={error} again={refresh} /> : <Loading rows={2} />)}
      {value && (
        <ol class="timeline">
          {value.items.map(({ at, to, participant, actor, reason, replacement }, i) => (
            <li key={i} class={looks[to]}>
              <div>
                {w.event[to](participant === null ? w.belfry : people.nameOf(participant))}
                {replacement && (
                  <>
                    {': '}
                    <a href={hrefs.meeting(replacement.meetingId)}>
                      {replacement.slots.map((slot) => slotText(slot, zone)).join('; ')}
                    </a>
                  </>
                )}
                {i === 0 && <MovedFrom meeting={meeting} />}
              </div>
              {reason && <div>“{reason}”</div>}
              <div class="hint">
                <When time={at} isShort /> · {w.bySomebody(tell(actor))}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** When it was to be before it took another's place. */
function MovedFrom({ meeting: { id, parentMeetingId } }: { readonly meeting: Meeting }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { value } = useLineage(id, parentMeetingId !== null)
  const before = value?.items.find((one) => one.id === parentMeetingId)
  if (!before) return null
  return (
    <>
      {', '}
      {w.movedFrom} <a href={hrefs.meeting(before.id)}>{slotText(before.acceptedSlot ?? before.slots[0]!, zone)}</a>
    </>
  )
}

function useLineage(id: string, enabled: boolean) {
  return useQuery(`meeting lineage ${id}`, () => api.meetings.lineage({ id }), { enabled, live: ['meeting'] })
}

/** Only where there is more than this one. */
export function Lineage({ meeting }: { readonly meeting: Meeting }) {
  const w = useWords(words)
  const { statuses } = useWords(listWords)
  const zone = useStore(ownZone)
  const { id, parentMeetingId, childMeetingId } = meeting
  const isAlone = parentMeetingId === null && childMeetingId === null
  const { value } = useLineage(id, !isAlone)
  if (isAlone) return null
  return (
    <Panel title={childMeetingId === null ? w.lineage : w.wentTo}>
      {!value && <Loading rows={2} />}
      <ol class="lineage">
        {value?.items.map((one) => {
          const times = slotText(one.acceptedSlot ?? one.slots[0]!, zone)
          return (
            <li key={one.id} aria-current={one.id === id ? 'true' : undefined}>
              {one.id === id ? <strong>{times}</strong> : <a href={hrefs.meeting(one.id)}>{times}</a>}
              <div>
                <span class={`badge ${one.status}`}>{statuses[one.status]}</span>
                {one.id === id && <span class="faint"> {w.thisOne}</span>}
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
