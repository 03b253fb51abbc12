// One meeting: what became of it, when it is for whom, who answered what, and its reminders, one line each.

import '../../styles/meetings.css'
import { api, BelfryApiError, type Meeting } from '../../api.ts'
import { useWords } from '../../language.ts'
import { hrefs } from '../../parts/names.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { type People, useThese } from '../../people.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/meeting.ts'
import { words as listWords } from '../../words/meetings.ts'
import { Actions } from './actions.tsx'
import { isOf } from './concerns.ts'
import { Participants } from './participants.tsx'
import { Reminders } from './reminders.tsx'
import { Lineage, WhatHappened } from './story.tsx'
import { Times } from './times.tsx'

export default function MeetingPage({ id = '' }: PageProps) {
  const w = useWords(words)
  const { pages } = useWords(core)
  const { value, error, refresh } = useQuery(`meeting ${id}`, () => api.meetings.get({ id }), {
    live: ['meeting'],
    concerns: isOf(id),
  })
  const people = useThese(value?.participants.map(({ recipient }) => recipient) ?? [])
  if (!value && error instanceof BelfryApiError && error.status === 404)
    return (
      <Empty icon="meetings" title={w.gone}>
        <a href="/meetings">{w.toList}</a>
      </Empty>
    )
  // Names and reminders belong to what is drawn first: nothing below them moves when they come.
  const reminders = useQuery(`meeting reminders ${id}`, () => api.meetings.reminders({ id }))
  const isWhole = (people.list.length > 0 || !people.isLoading) && (reminders.value || reminders.error)
  if (value && !isWhole)
    return (
      <Page title={value.title || value.id}>
        <Loading rows={12} />
      </Page>
    )
  if (!value)
    return <Page title={pages.meetings}>{error ? <Failed error={error} again={refresh} /> : <Loading />}</Page>
  return <Whole meeting={value} people={people} />
}

function Whole({ meeting, people }: { readonly meeting: Meeting; readonly people: People }) {
  const w = useWords(words)
  const { statuses } = useWords(listWords)
  const { childMeetingId } = meeting
  return (
    <Page title={meeting.title || meeting.id} actions={<Actions meeting={meeting} people={people} />}>
      <p class="meeting-state" role="status">
        <span class={`badge ${meeting.status}`}>{statuses[meeting.status]}</span>{' '}
        <StateWords {...{ meeting, people }} />{' '}
        {childMeetingId && <a href={hrefs.meeting(childMeetingId)}>{w.tookItsPlace}</a>}
      </p>
      {meeting.conflictAt && <p class="slot-conflicts">{w.conflictAt}</p>}
      {meeting.body && <p class="meeting-body">{meeting.body}</p>}
      <div class="columns">
        <Times meeting={meeting} people={people} />
        <Participants meeting={meeting} people={people} />
      </div>
      <Reminders meeting={meeting} people={people} />
      <div class="columns">
        <WhatHappened meeting={meeting} people={people} />
        <Lineage meeting={meeting} />
      </div>
    </Page>
  )
}

function StateWords({ meeting, people }: { readonly meeting: Meeting; readonly people: People }) {
  const w = useWords(words)
  const { status, reason, participants } = meeting
  const named = participants.filter(({ isRequester, answer }) =>
    status === 'denied' ? answer === 'denied' : !isRequester && answer === null,
  )
  const names = w.and(named.map(({ recipient }) => people.nameOf(recipient)))
  if (status === 'cancelled' && reason === 'expired') return <>{w.expired}</>
  return (
    <>
      {w.state[status](names)} {reason && w.because(reason)}
    </>
  )
}
