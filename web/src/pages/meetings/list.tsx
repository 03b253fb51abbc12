// Meetings by when they begin.

import { api, type Meeting } from '../../api.ts'
import { ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { slotText } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { setSearch, usePlace } from '../../place.ts'
import { useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/meetings.ts'
import { addDays, midnightOf } from '../../zoned.ts'
import { given, readFilters, today } from './filters.ts'

export function MeetingList({ people }: { readonly people: People }) {
  const { pages } = useWords(core)
  const { search } = usePlace()
  const zone = useStore(ownZone)
  const filters = readFilters(search)
  const { participant, status, from, to } = filters
  const wanted = given({
    ...{ participant, status },
    from: new Date(midnightOf(from ?? today(), zone)).toISOString(),
    // The day that is named belongs to it.
    to: to && new Date(midnightOf(addDays(to, 1), zone)).toISOString(),
  })
  const found = usePages(
    `meetings ${JSON.stringify(wanted)}`,
    async (cursor) => {
      const page = await api.meetings.list({ ...wanted, limit: 50, ...given({ cursor }) })
      // The meeting that took its place is listed.
      return status ? page : { ...page, items: page.items.filter((one) => one.status !== 'rescheduled') }
    },
    { live: ['meeting'] },
  )
  if (found.error && found.items.length === 0) return <Failed error={found.error} again={found.refresh} />
  if (found.items.length === 0 && found.isLoading) return <Loading />
  if (found.items.length === 0)
    return <Nothing isFiltered={Object.values(filters).some((value) => value !== undefined)} />
  return (
    <Panel>
      <Rows
        items={found.items}
        keyOf={({ id }) => id}
        rowHeight={68}
        label={pages.meetings}
        more={found.more}
        draw={(meeting) => <Row meeting={meeting} people={people} />}
      />
    </Panel>
  )
}

function Row({ meeting, people }: { readonly meeting: Meeting; readonly people: People }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const slot = meeting.acceptedSlot ?? meeting.slots[0]!
  const others = meeting.acceptedSlot ? 0 : meeting.slots.length - 1
  return (
    <div class="meeting-row">
      <span class="meeting-when">
        {slotText(slot, zone)}
        {others > 0 && <span class="faint"> {w.orMore(others)}</span>}
      </span>
      <span class="grow">
        <a class="meeting-title" href={hrefs.meeting(meeting.id)}>
          {meeting.title || meeting.id}
        </a>
        <span class="faint"> {meeting.participants.map(({ recipient }) => people.nameOf(recipient)).join(', ')}</span>
      </span>
      <span class={`badge ${meeting.status}`}>{w.statuses[meeting.status]}</span>
    </div>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const w = useWords(words)
  if (isFiltered)
    return (
      <Empty icon="meetings" title={w.noneHere}>
        <Button onPress={() => setSearch({ participant: null, status: null, from: null, to: null })}>{w.clear}</Button>
      </Empty>
    )
  return (
    <Empty icon="meetings" title={w.none}>
      <p>{w.noneNext}</p>
      <Button kind="main" icon="plus" onPress={() => setSearch({ new: '1' })}>
        {w.create}
      </Button>
    </Empty>
  )
}
