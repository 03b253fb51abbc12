// When it is, or could be, on the clocks of everybody; and accepting one of the times for somebody who was asked.

import { act } from '../../act.ts'
import { api, type Meeting } from '../../api.ts'
import { nowMs } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Panel } from '../../parts/page.tsx'
import { type Conflict, Conflicts, SlotTimes } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { useQuery } from '../../query.ts'
import { words } from '../../words/meeting.ts'

interface TimesProps {
  readonly meeting: Meeting
  readonly people: People
}

export function Times({ meeting, people }: TimesProps) {
  const w = useWords(words)
  const { status, acceptedSlot, slots, quorum, location } = meeting
  const ids = meeting.participants.map(({ recipient }) => recipient)
  const isPending = status === 'pending'
  return (
    <Panel title={isPending ? w.proposed : w.when}>
      {isPending && <p class="hint">{w.proposedHint(quorum === 'all' && ids.length > 2)}</p>}
      <ul class="slots">
        {(acceptedSlot ? [acceptedSlot] : slots).map((slot) => (
          <li key={slot.start.instant}>
            <SlotTimes slot={slot} ids={ids} people={people} />
            {isPending && <Answering meeting={meeting} slot={slot} people={people} />}
          </li>
        ))}
      </ul>
      {location && (
        <p>
          <span class="faint">{w.where}</span> {location}
        </p>
      )}
    </Panel>
  )
}

interface AnsweringProps extends TimesProps {
  readonly slot: Meeting['slots'][number]
}

function Answering({ meeting, slot, people }: AnsweringProps) {
  const { id, version } = meeting
  const start = slot.start.instant
  const isAhead = Date.parse(start) > nowMs()
  const { value } = useQuery(
    `check ${id} ${version} ${start}`,
    // Not as an acceptance: that is refused once somebody else has answered.
    () => api.conflicts.check({ meetingId: id, start, end: slot.end.instant }),
    { enabled: isAhead, live: ['meeting'] },
  )
  if (!isAhead) return null
  return (
    <>
      <Conflicts conflicts={value?.conflicts} people={people} />
      <div class="actions">
        {meeting.participants
          .filter(({ isRequester, answer, slot: taken }) => !isRequester && !(answer && taken?.start.instant === start))
          .map(({ recipient }) => (
            <Accept key={recipient} {...{ meeting, slot, people, recipient }} conflicts={value?.conflicts ?? []} />
          ))}
      </div>
    </>
  )
}

interface AcceptProps extends AnsweringProps {
  readonly recipient: string
  readonly conflicts: readonly Conflict[]
}

/** That somebody is not there can be overruled; that they are elsewhere cannot. */
function Accept({ meeting, slot, people, recipient, conflicts }: AcceptProps) {
  const w = useWords(words)
  const name = people.nameOf(recipient)
  const isOutside = conflicts.some(({ kind }) => kind === 'outside_availability')
  const isTaken = conflicts.some(({ kind }) => kind !== 'outside_availability')
  const accept = () =>
    act({
      run: () =>
        api.meetings.accept({
          ...{ id: meeting.id, participant: recipient, slot: { start: slot.start.instant } },
          ...(isOutside ? { allowOutsideAvailability: true } : {}),
        }),
      said: w.accepted(name),
    })
  return (
    <Button kind={isOutside ? 'plain' : 'main'} icon="check" disabled={isTaken} onPress={accept}>
      {isOutside ? w.acceptAllTheSame(name) : w.accept(name)}
    </Button>
  )
}
