// What comes next of a reminder: when, why then, and where it goes.

import type { Story } from '../../api.ts'
import { showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { When } from '../../parts/when.tsx'
import { alarmDoneAt } from '../../stories/done-alarm.ts'
import type { Teller } from '../../stories/headline.ts'
import { tellChannel, tellKind, tellMs, tellReason, tellTime } from '../../stories/tell.ts'
import { words } from '../../words/reminder.ts'
import { words as repeatWords } from '../../words/repeats.ts'

interface NextProps {
  readonly story: Story
  /** The recipient's. */
  readonly zone: string
  readonly teller: Teller
}

export function Next({ story, zone, teller }: NextProps) {
  const w = useWords(words)
  const { reminder, ways } = story
  const { dueAt, usefulUntil } = reminder
  const repeats = useWords(repeatWords)(reminder)
  const isOver = (!dueAt && ways.length === 0) || alarmDoneAt(story) !== null
  if (isOver) return <p class="faint">{w.nothingNext}</p>
  return (
    <dl class="facts">
      {dueAt && (
        <>
          <dt>{w.toCome}</dt>
          <dd>
            <When time={{ ...dueAt, timezone: zone }} hasDistance />
          </dd>
          <dt>{w.whyThen}</dt>
          <dd>{whyThen(story, zone, teller)}</dd>
        </>
      )}
      {repeats && (
        <>
          <dt>{w.repeats}</dt>
          <dd>{repeats}</dd>
        </>
      )}
      <dt>{w.where}</dt>
      <dd>
        <ul>
          {ways.map((way) => (
            <li key={`${way.channel} ${way.isFallback}`}>
              {tellChannel(way.channel, teller.t)}
              <span class={way.reason ? 'wrong-way' : 'faint'}> · {wayWords(way, reminder, teller)}</span>
            </li>
          ))}
        </ul>
      </dd>
      {usefulUntil && dueAt && (
        <>
          <dt>{w.usefulUntil}</dt>
          <dd>
            <When time={{ ...usefulUntil, timezone: zone }} />
          </dd>
        </>
      )}
    </dl>
  )
}

function wayWords(way: Story['ways'][number], reminder: Story['reminder'], teller: Teller): string {
  const { w, t, who, recipient } = teller
  if (way.reason) return w.willNot(tellReason(way.reason, { ...reminder, channel: way.channel }, who, recipient, t))
  if (way.held) return w.isHeld
  if (way.isFallback) return w.fallback
  return way.afterMs > 0 ? w.after(tellMs(way.afterMs)) : w.atOnce
}

function whyThen({ reminder }: Story, zone: string, { w, t, zone: own }: Teller): string {
  const { step, kind, occurrence, timezone, adjusted, plannedAt } = reminder
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(occurrence)?.[0]
  const anchor = local ? `${showTime(`${local}:00Z`, 'UTC')}${timezone ? ` (${timezone})` : ''}` : ''
  const base = step && anchor ? w.stepOf(tellKind(kind, t), anchor) : w.atMoment
  if (!adjusted) return base
  const instead = plannedAt ? ` ${w.insteadOf(tellTime(plannedAt.instant, zone, own))}` : ''
  return `${base}; ${w.adjusted[adjusted] ?? adjusted}${instead}`
}
