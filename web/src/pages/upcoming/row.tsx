// One ring that is to come: when (on the reader's clock, and on theirs), what, for whom, where; and what can be done about it.

import type { Reminder } from '../../api.ts'
import { useChannelName } from '../../channels.ts'
import { cityOf, ownZone, showDistance, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { offsetMs } from '../../length.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { useZoneOf } from '../../people.ts'
import { distanceWords, kindWords } from '../../step-words.ts'
import { useStore } from '../../store.ts'
import { words as repeatWords } from '../../words/repeats.ts'
import { words } from '../../words/upcoming.ts'
import { instantIn } from '../../zoned.ts'
import { titleOf } from './doing.ts'

interface RowProps {
  readonly reminder: Reminder
  /** The one before it rings in the same minute: the time is said once. */
  readonly isSameMinute: boolean
  readonly isDragged: boolean
  readonly onMove: () => void
  readonly onCancel: () => void
  readonly onMore: () => void
  readonly onDrag: (event: PointerEvent) => void
}

export function ReminderRow({ reminder, isSameMinute, isDragged, onMove, onCancel, onMore, onDrag }: RowProps) {
  const w = useWords(words)
  const channelName = useChannelName()
  const title = titleOf(reminder)
  return (
    <div class={`ring${isDragged ? ' dragged' : ''}`}>
      <Moment reminder={reminder} isSameMinute={isSameMinute} />
      <span class="handle" title={w.drag} aria-hidden="true" onPointerDown={onDrag}>
        <Icon name="grip" />
      </span>
      <What reminder={reminder} title={title} />
      <span class="who">
        <RecipientName id={reminder.recipient} />
        <TheirTime reminder={reminder} />
      </span>
      <span class="on">
        {reminder.ringsOn.map((channel) => (
          <span key={channel} class="badge">
            {channelName(channel)}
          </span>
        ))}
      </span>
      <span class="actions">
        <Button kind="quiet" class="wide-only" onPress={onMove}>
          {w.move}
        </Button>
        <Button kind="quiet" class="wide-only" onPress={onCancel}>
          {w.cancel}
        </Button>
        <Button kind="quiet" icon="more" label={`${w.more}: ${title}`} onPress={onMore} />
      </span>
    </div>
  )
}

function Moment({ reminder, isSameMinute }: { readonly reminder: Reminder; readonly isSameMinute: boolean }) {
  const zone = useStore(ownZone)
  const { instant } = reminder.dueAt!
  return (
    <time class={`at${isSameMinute ? ' same' : ''}`} dateTime={instant} title={showTime(instant, zone, 'seconds')}>
      <b>{showTime(instant, zone, 'time')}</b>
      <span class="faint">{showDistance(instant)}</span>
    </time>
  )
}

function What({ reminder, title }: { readonly reminder: Reminder; readonly title: string }) {
  const w = useWords(words)
  const { entity, adjusted } = reminder
  const repeats = useWords(repeatWords)(reminder)
  const { kind, planned } = placeOf(reminder)
  const notes = [repeats, adjusted && (w.adjusted[adjusted] ?? adjusted), planned && w.planned(planned)].filter(Boolean)
  return (
    <span class="grow what">
      <span class="first">
        <a class="title" href={hrefs.reminder(reminder.id)}>
          {title}
        </a>
        {kind && <span class="badge main">{kind}</span>}
      </span>
      <span class="faint second">
        <a href={hrefs.entity(entity)} title={`${entity.type} ${entity.id}`}>
          {entity.type}
        </a>
        {notes.map((note) => ` · ${note}`)}
      </span>
    </span>
  )
}

/** How long before it rings as it stands, and where its plan has it if somebody, or quiet hours, moved it away from there. */
function placeOf(reminder: Reminder): { readonly kind: string; readonly planned: string | null } {
  const { step, dueAt, adjusted } = reminder
  const planned = kindWords(reminder)
  const distanceMs = Date.parse(dueAt?.instant ?? '') - anchorMs(reminder)
  if (step === null || adjusted === null || Number.isNaN(distanceMs)) return { kind: planned, planned: null }
  if (Math.abs(distanceMs - offsetMs(step)) < 60_000) return { kind: planned, planned: null }
  return { kind: distanceWords(distanceMs), planned }
}

/** The moment that a step counts from: its occurrence is named by it, as an instant or as a wall clock. */
function anchorMs({ occurrence, timezone, dueAt }: Reminder): number {
  const [whole, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)[\d:.]*Z?/.exec(occurrence) ?? []
  if (whole === undefined || local === undefined) return Number.NaN
  return whole.endsWith('Z') ? Date.parse(whole) : instantIn(local, timezone ?? dueAt?.timezone ?? 'UTC')
}

function TheirTime({ reminder }: { readonly reminder: Reminder }) {
  const own = useStore(ownZone)
  const zone = useZoneOf(reminder.recipient)
  const { instant } = reminder.dueAt!
  // A meeting's reminder is kept in the meeting's zone.
  const timezone = zone ?? reminder.dueAt!.timezone
  const theirs = showTime(instant, timezone, 'time')
  if (theirs === showTime(instant, own, 'time')) return null
  return (
    <span class="faint" title={`${showTime(instant, timezone)} ${timezone}`}>
      {theirs} {cityOf(timezone)}
    </span>
  )
}
