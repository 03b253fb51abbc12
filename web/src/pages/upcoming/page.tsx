// What is going to ring: how many when, and each of them.

import { useMemo, useState } from 'preact/hooks'
import { complain } from '../../act.ts'
import { api, type Reminder } from '../../api.ts'
import { nowMs, ownZone, showTime, useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { MoveDialog } from '../../parts/move-dialog.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/upcoming.ts'
import { MoreDialog, mustAsk, SureDialog } from './dialogs.tsx'
import { doingIn, titleOf } from './doing.ts'
import { type Drag, useDrag } from './drag.ts'
import { type Filter, Filters, isFiltered, useFilter } from './filters.tsx'
import { UpcomingList } from './list.tsx'
import { liveTypes, Picture } from './picture.tsx'
import { beginningsOf, choose, listedOf, type Range, step, toNow, useRange, type Zoom } from './range.ts'
import '../../styles/upcoming.css'

/** Some five windows of a desktop. */
const pageSize = 60

export default function UpcomingPage() {
  const w = useWords(words)
  const title = useWords(core).pages.upcoming
  const range = useRange()
  const filter = useFilter()
  const now = useNow()
  const { fromMs, toMs } = listedOf(range)
  const list = useUpcoming(range, filter)
  const doing = doingIn(list, fromMs, toMs)
  const [asked, setAsked] = useState<{ readonly what: 'move' | 'more' | 'sure'; readonly of: Reminder } | null>(null)
  const moments = useMemo(() => beginningsOf(range), [range.beginMs, range.endMs])
  const { drag, begin } = useDrag(moments, (reminder, ms) => {
    if (ms <= nowMs()) complain(new Error(w.past))
    else void doing.move(reminder, ms)
  })
  const cancel = (of: Reminder) => (mustAsk(of) ? setAsked({ what: 'sure', of }) : void doing.cancel(of))
  const close = () => setAsked(null)
  return (
    <Page
      title={title}
      about={w.about}
      actions={<Stretch range={range} now={now} />}
      filters={<Filters filter={filter} />}
    >
      <div class={`upcoming${drag ? ' dragging' : ''}`}>
        <Panel class="picture">
          <Picture range={range} filter={filter} now={now} targetMs={drag?.targetMs ?? null} />
        </Panel>
        <section class="panel" aria-label={w.list} aria-busy={list.isLoading} tabIndex={-1}>
          <UpcomingList
            list={list}
            range={range}
            filter={filter}
            isFiltered={isFiltered(filter) || range.pickedMs !== null}
            draggedId={drag?.reminder.id ?? null}
            onMove={(of) => setAsked({ what: 'move', of })}
            onMore={(of) => setAsked({ what: 'more', of })}
            onCancel={cancel}
            onDrag={begin}
          />
        </section>
        {drag && <Held drag={drag} />}
      </div>
      {asked?.what === 'move' && (
        <MoveDialog reminder={asked.of} onMove={(ms) => void doing.move(asked.of, ms)} onClose={close} />
      )}
      {asked?.what === 'sure' && <SureDialog reminder={asked.of} doing={doing} onClose={close} />}
      {asked?.what === 'more' && (
        <MoreDialog
          reminder={asked.of}
          doing={doing}
          onClose={close}
          onMove={() => setAsked({ what: 'move', of: asked.of })}
          onCancel={() => cancel(asked.of)}
        />
      )}
    </Page>
  )
}

function useUpcoming(range: Range, filter: Filter) {
  const { fromMs, toMs } = listedOf(range)
  return usePages(
    `upcoming ${range.name} ${range.pickedMs} ${JSON.stringify(filter)}`,
    (cursor) =>
      api.reminders.upcoming({
        ...filter,
        // What should have rung and has not is the first that somebody wants to see.
        from: new Date(range.isNow && range.pickedMs === null ? 0 : fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        limit: pageSize,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    { live: liveTypes, stamp: fromMs },
  )
}

function Stretch({ range, now }: { readonly range: Range; readonly now: number }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const zooms: readonly Zoom[] = ['hour', 'day', 'week']
  return (
    <>
      <Button icon="back" label={w.before} disabled={range.isNow} onPress={() => step(range, -1, now)} />
      <Button disabled={range.isNow} onPress={toNow}>
        {w.now}
      </Button>
      <Button icon="next" label={w.after} onPress={() => step(range, 1, now)} />
      <span class="stretch faint">{rangeText(range, zone)}</span>
      <Choice
        label={w.span}
        value={range.zoom}
        onChange={choose}
        options={zooms.map((zoom) => [zoom, w.spans[zoom]] as const)}
      />
      <a class="button main remind" href="/preview">
        {w.remind}
      </a>
    </>
  )
}

/** `Mon 1 Dec, 09:00 – Tue 2 Dec, 09:00`; the day once where it is the same. */
function rangeText({ beginMs, endMs }: Range, zone: string): string {
  const isOneDay = showTime(beginMs, zone, 'day') === showTime(endMs, zone, 'day')
  return `${showTime(beginMs, zone)} – ${showTime(endMs, zone, isOneDay ? 'time' : 'full')}`
}

function Held({ drag }: { readonly drag: Drag }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { reminder, x, y, targetMs } = drag
  const where = targetMs === null ? w.dropNowhere : targetMs <= nowMs() ? w.past : w.dropAt(showTime(targetMs, zone))
  return (
    <div class="held" style={{ left: `${x + 12}px`, top: `${y + 12}px` }}>
      <strong>{titleOf(reminder)}</strong>
      <span>{where}</span>
    </div>
  )
}
