// What rings for one person, and what rang.

import { api } from '../../api.ts'
import { useChannelName } from '../../channels.ts'
import { useWords } from '../../language.ts'
import { hrefs, StateBadge } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { useQuery } from '../../query.ts'
import { words as reasonWords } from '../../words/reasons.ts'
import { words } from '../../words/recipients.ts'

const shownMax = 8

export function ToCome({ id, zone }: { readonly id: string; readonly zone: string }) {
  const w = useWords(words)
  const { value } = useQuery(`to come ${id}`, () => api.reminders.list({ recipient: id, limit: shownMax }), {
    live: ['reminder', 'delivery', 'entity', 'meeting'],
    concerns: ({ recipient }) => recipient === null || recipient === id,
  })
  const more = <a href={`/upcoming?recipient=${encodeURIComponent(id)}`}>{w.all}</a>
  return (
    <Panel title={w.toCome} actions={more}>
      {!value ? (
        <Loading rows={3} />
      ) : value.items.length === 0 ? (
        <p class="faint">{w.nothingToCome}</p>
      ) : (
        <ul class="timeline">
          {value.items.map((one) => (
            <li key={one.id} class="next">
              <a href={hrefs.reminder(one.id)}>{one.title ?? `${one.entity.type} ${one.entity.id}`}</a>
              <br />
              {/* A meeting's reminder is kept in the meeting's zone. */}
              <When time={one.dueAt && { ...one.dueAt, timezone: zone }} hasDistance />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function Lately({ id }: { readonly id: string }) {
  const w = useWords(words)
  const reasons = useWords(reasonWords)
  const channelName = useChannelName()
  const { value } = useQuery(`lately ${id}`, () => api.deliveries.list({ recipient: id, limit: shownMax }), {
    live: ['delivery'],
    concerns: ({ recipient }) => recipient === null || recipient === id,
  })
  const more = <a href={`/deliveries?recipient=${encodeURIComponent(id)}`}>{w.all}</a>
  return (
    <Panel title={w.rang} actions={more}>
      {!value ? (
        <Loading rows={3} />
      ) : value.items.length === 0 ? (
        <p class="faint">{w.nothingRang}</p>
      ) : (
        <ul class="timeline">
          {value.items.map((one) => (
            <li key={one.id} class={one.state}>
              <a href={hrefs.reminder(one.reminderId)}>{one.title ?? `${one.entity.type} ${one.entity.id}`}</a>{' '}
              <StateBadge state={one.state} /> <span class="faint">{channelName(one.channel)}</span>
              {one.reason && <span class="faint"> · {reasons[one.reason]}</span>}
              <br />
              <When time={one.at} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
