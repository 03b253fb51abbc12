// From when to when, in the address: an hour, a day or a week back, since midnight, or two moments on the reader's own clock.

import { nowMs, ownZone, serverClock } from '../clock.ts'
import { useWords } from '../language.ts'
import { setSearch, useSearch } from '../place.ts'
import { useStore } from '../store.ts'
import { words } from '../words/filters.ts'
import { dateIn } from '../zoned.ts'
import { Choice, TextField } from './field.tsx'

const lengthsMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

type Name = keyof typeof lengthsMs | 'today' | 'all' | 'custom'

export interface Span {
  /** Tells one span from another. */
  readonly name: string
  /** For a query, as of now. */
  bounds(): { readonly from?: string; readonly to?: string }
}

export function useSpan(usual: Name): Span {
  const [chosen] = useSearch('span')
  const [from] = useSearch('from')
  const [to] = useSearch('to')
  const zone = useStore(ownZone)
  // Before the server has said so, nobody knows that its clock is driven.
  const { isDriven } = useStore(serverClock)
  const name = (chosen || usual) as Name
  const at = (text: string) => `${text}[${zone}]`
  return {
    name: [name, from, to, zone, isDriven].join(),
    bounds() {
      if (name === 'custom') return { ...(from ? { from: at(from) } : {}), ...(to ? { to: at(to) } : {}) }
      if (name === 'today') return { from: at(`${dateIn(nowMs(), zone)}T00:00:00`) }
      const lengthMs = name === 'all' ? undefined : lengthsMs[name]
      return lengthMs === undefined ? {} : { from: new Date(nowMs() - lengthMs).toISOString() }
    },
  }
}

export function SpanFilter({ usual, offers }: { readonly usual: Name; readonly offers: readonly Name[] }) {
  const w = useWords(words)
  const [chosen] = useSearch('span')
  const [from, setFrom] = useSearch('from')
  const [to, setTo] = useSearch('to')
  const name = (chosen || usual) as Name
  const choose = (next: Name) =>
    setSearch({ span: next === usual ? null : next, ...(next === 'custom' ? {} : { from: null, to: null }) })
  return (
    <>
      <Choice label={w.span} value={name} onChange={choose} options={offers.map((one) => [one, w.spans[one]])} />
      {name === 'custom' && (
        <>
          <TextField label={w.from} type="datetime-local" value={from} onInput={setFrom} />
          <TextField label={w.to} type="datetime-local" value={to} onInput={setTo} />
        </>
      )}
    </>
  )
}
