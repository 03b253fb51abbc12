// Who takes part, and what they answered.

import { useState } from 'preact/hooks'
import type { Meeting } from '../../api.ts'
import { cityOf } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { When } from '../../parts/when.tsx'
import type { People } from '../../people.ts'
import { words } from '../../words/meeting.ts'
import { Deny } from './actions.tsx'

interface ParticipantsProps {
  readonly meeting: Meeting
  readonly people: People
}

type One = Meeting['participants'][number]

export function Participants({ meeting, people }: ParticipantsProps) {
  const w = useWords(words)
  const [denying, setDenying] = useState<string | null>(null)
  return (
    <Panel title={w.who}>
      <ul class="participants">
        {meeting.participants.map((one) => (
          <li key={one.recipient}>
            <Said one={one} people={people} isOpen={meeting.status === 'pending'} />
            {meeting.status === 'pending' && !one.isRequester && (
              <Button onPress={() => setDenying(one.recipient)}>{w.deny(people.nameOf(one.recipient))}</Button>
            )}
          </li>
        ))}
      </ul>
      {denying !== null && <Deny meeting={meeting} people={people} who={denying} onClose={() => setDenying(null)} />}
    </Panel>
  )
}

interface SaidProps {
  readonly one: One
  readonly people: People
  readonly isOpen: boolean
}

function Said({ one, people, isOpen }: SaidProps) {
  const w = useWords(words)
  const { recipient, isRequester, answer, reason, answeredAt, removedAt } = one
  const zone = people.zoneOf(recipient)
  return (
    <div>
      <a href={hrefs.recipient(recipient)}>{people.nameOf(recipient)}</a>{' '}
      {zone && (
        <span class="faint" title={zone}>
          {cityOf(zone)}
        </span>
      )}
      <div>
        {isRequester && answer === null ? (
          <span class="faint">{w.asks}</span>
        ) : (
          <span class={`badge ${answer ?? ''}`}>{w.answers[answer ?? (isOpen ? 'none' : 'notNeeded')]}</span>
        )}
        {answeredAt && (
          <span class="faint">
            {' '}
            <When time={answeredAt} isShort />
          </span>
        )}
        {reason && <span> “{reason}”</span>}
        {removedAt && <span class="badge warn">{w.removedAt}</span>}
      </div>
    </div>
  )
}
