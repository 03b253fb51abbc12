import { Fragment } from 'preact'
import { api, type PreviewItem, wordsOf } from '../../api.ts'
import { cityOf, ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Panel } from '../../parts/page.tsx'
import { Loading } from '../../parts/said.tsx'
import { Scrolled } from '../../parts/scrolled.tsx'
import { useZoneOf } from '../../people.ts'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { type PreviewWords, words } from '../../words/preview.ts'
import type { Wanted } from './when.ts'

const count = 20

interface OccurrencesProps {
  readonly when: Wanted
  /** Zones, the one that counts first. */
  readonly shown: readonly string[]
  /** '': nobody yet. */
  readonly recipient: string
}

export function Occurrences({ when, shown: chosen, recipient }: OccurrencesProps) {
  const w = useWords(words)
  const theirs = useZoneOf(recipient)
  const shown = theirs === undefined ? chosen : [...new Set(when.timezone ? [...chosen, theirs] : [theirs, ...chosen])]
  const asked = { ...when, count, ...(recipient === '' ? {} : { recipient }) }
  const { value, error } = useQuery(`preview ${JSON.stringify(asked)}`, () => api.reminders.preview(asked))
  const items = value?.items ?? []
  return (
    <Panel title={items.length === 1 ? w.once : w.next(items.length || count)}>
      {error ? (
        <p role="alert" class="preview-refused">
          {wordsOf(error)}
        </p>
      ) : value ? (
        <Scrolled label={w.next(items.length)}>
          <table class="list occurrences">
            <Head zones={shown} />
            <tbody>
              {items.map((item, i) => (
                <Fragment key={item.at.instant}>
                  <Changes before={items[i - 1]} item={item} zones={shown} />
                  <Line item={item} zones={shown} number={i + 1} />
                </Fragment>
              ))}
            </tbody>
          </table>
          {items.length > 1 && items.length < count && <p class="faint">{w.ends}</p>}
        </Scrolled>
      ) : (
        <Loading rows={count} />
      )}
    </Panel>
  )
}

function Head({ zones }: { readonly zones: readonly string[] }) {
  const w = useWords(words)
  const own = useStore(ownZone)
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        {zones.map((zone) => (
          <th key={zone} scope="col" title={zone}>
            {cityOf(zone)} {zone === own && `(${w.mine})`}
          </th>
        ))}
        <th scope="col">{w.notes}</th>
      </tr>
    </thead>
  )
}

interface LineProps {
  readonly item: PreviewItem
  readonly zones: readonly string[]
  readonly number: number
}

function Line({ item, zones, number }: LineProps) {
  const w = useWords(words)
  return (
    <tr>
      <td class="faint">{number}</td>
      {zones.map((zone, i) => (
        <td key={zone} class={i === 0 ? '' : 'faint'} data-zone={cityOf(zone)}>
          {showTime(item.at.instant, zone)}
        </td>
      ))}
      <td class="adjusted">
        {item.noted.map((note) => (
          <span key={note.what} class="badge warn">
            {noteWords(note, w)}
          </span>
        ))}
      </td>
    </tr>
  )
}

function noteWords(note: PreviewItem['noted'][number], { noted }: PreviewWords): string {
  switch (note.what) {
    case 'short_month':
      return noted.shortMonth(note.wanted, note.day)
    case 'gap':
      return noted.gap(note.wanted, note.shown)
    case 'twice':
      return noted.twice(note.at, note.which)
    case 'adjusted':
      return noted.adjusted[note.how]
  }
}

interface ChangesProps {
  readonly before: PreviewItem | undefined
  readonly item: PreviewItem
  readonly zones: readonly string[]
}

/** Between two of them the clocks were changed somewhere. */
function Changes({ before, item, zones }: ChangesProps) {
  const w = useWords(words)
  if (!before) return null
  const changed = zones
    .map((zone) => ({ zone, from: offsetAt(before.at.instant, zone), to: offsetAt(item.at.instant, zone) }))
    .filter(({ from, to }) => from !== to)
  if (changed.length === 0) return null
  return (
    <tr class="clocks">
      <td />
      <td colSpan={zones.length + 1}>
        {changed.map(({ zone, from, to }) => (
          <span key={zone}>{w.clocks(cityOf(zone), from, to)}</span>
        ))}
      </td>
    </tr>
  )
}

/** `UTC+2` */
function offsetAt(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(instant),
  )
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
}
