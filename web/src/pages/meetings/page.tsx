// Meetings, as a list or as a week; and asking for a new one.

import '../../styles/meetings.css'
import '../../styles/week.css'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, Select, TextField } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { PersonField } from '../../parts/person-field.tsx'
import { usePeople } from '../../people.ts'
import { setSearch, useSearch } from '../../place.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/meetings.ts'
import { readFilters, statuses, today } from './filters.ts'
import { MeetingList } from './list.tsx'
import { NewMeeting } from './new-meeting.tsx'
import { Week } from './week.tsx'

export default function Meetings() {
  const w = useWords(words)
  const { pages } = useWords(core)
  const people = usePeople()
  const [view] = useSearch('view')
  const [isNew] = useSearch('new')
  const isWeek = view === 'week'
  return (
    <Page
      title={pages.meetings}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setSearch({ new: '1' })}>
          {w.create}
        </Button>
      }
      filters={<Filters isWeek={isWeek} />}
    >
      {isWeek ? <Week people={people} /> : <MeetingList people={people} />}
      {isNew !== '' && <NewMeeting people={people} onClose={() => setSearch({ new: null, start: null, end: null })} />}
    </Page>
  )
}

function Filters({ isWeek }: { readonly isWeek: boolean }) {
  const w = useWords(words)
  const [participant, setParticipant] = useSearch('participant')
  const [from, setFrom] = useSearch('from')
  const [to, setTo] = useSearch('to')
  const [status, setStatus] = useSearch('status')
  const filters = readFilters(new URLSearchParams({ status }))
  return (
    <>
      <Choice
        label={w.show}
        value={isWeek ? 'week' : 'list'}
        onChange={(value) => setSearch({ view: value === 'week' ? 'week' : null })}
        options={[
          ['list', w.list],
          ['week', w.week],
        ]}
      />
      <PersonField label={w.person} value={participant} onChoose={setParticipant} placeholder={w.everybody} isFilter />
      <Select
        label={w.status}
        value={filters.status ?? ''}
        onChange={setStatus}
        options={[
          ['', isWeek ? w.anyStatus : w.anyButMoved],
          ...statuses.map((one) => [one, w.statuses[one]] as const),
        ]}
      />
      {!isWeek && <TextField label={w.from} type="date" value={from || today()} onInput={setFrom} />}
      {!isWeek && <TextField label={w.to} type="date" value={to} onInput={setTo} />}
    </>
  )
}
