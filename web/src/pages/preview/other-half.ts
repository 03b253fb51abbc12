// "Next Tuesday at 7" is read as the morning, and the evening may be meant. Whether that can be is for the server to say: it is asked what
// the sentence would mean with the evening said in it, and what it answers is offered if it is the same, twelve hours later.

import { api, type Parsed } from '../../api.ts'
import { language } from '../../language.ts'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'

export interface OtherHalf {
  /** As it was written: `7`, `seven`. */
  readonly hour: string
  readonly parsed: Parsed
}

export function useOtherHalf(text: string, zone: string, parsed: Parsed | undefined): OtherHalf | null {
  const locale = useStore(language)
  const said = parsed ? inTheEvening(text, parsed) : null
  const { value } = useQuery(
    `parse ${zone} ${locale} ${said?.text ?? ''}`,
    () => api.language.parse({ text: said?.text ?? '', timezone: zone, locale }),
    { enabled: said !== null },
  )
  return said && parsed && value && isTwelveHoursLater(parsed, value) ? { hour: said.hour, parsed: value } : null
}

const partOfDay =
  /\b(?:[ap]\.?m\b|morning|afternoon|noon|midday|evening|night|tonight|midnight|dawn)|오전|오후|새벽|아침|점심|낮|정오|저녁|밤|자정/i
const english = /\bat (1[01]|[7-9]|seven|eight|nine|ten|eleven)(?: ?o['’]?clock)?(?![\w:.]*\d|[\w:])/i
const korean = /(1[01]|(?<!\d)[7-9]|일곱|여덟|아홉|열한|열) ?시(?!간)/

/** Null: which half of the day is meant is said, or asked about already, or no hour is found. */
function inTheEvening(text: string, { kind, ambiguous, spans }: Parsed): { hour: string; text: string } | null {
  if ((kind !== 'moment' && kind !== 'rule') || ambiguous) return null
  const saysWhen = spans.map(([from, to]) => text.slice(from, to)).join(' ')
  if (partOfDay.test(saysWhen)) return null
  for (const [pattern, say] of [
    [english, (hour: string) => `at ${hour} pm`],
    [korean, (hour: string) => `오후 ${hour}시`],
  ] as const) {
    const found = pattern.exec(text)
    const isOfWhen =
      found && spans.some(([from = 0, to = 0]) => found.index < to && from < found.index + found[0].length)
    if (found && isOfWhen) return { hour: found[1]!, text: text.replace(pattern, say(found[1]!)) }
  }
  return null
}

/** What a sentence is about, and its day, must not have become others by it. A rule may begin on another day. */
function isTwelveHoursLater(morning: Parsed, evening: Parsed): boolean {
  const [from, to] = [momentOf(morning), momentOf(evening)]
  if (morning.kind !== evening.kind || morning.text !== evening.text || !from || !to) return false
  const isSameDay = morning.kind === 'rule' || from.slice(0, 10) === to.slice(0, 10)
  return isSameDay && Number(to.slice(11, 13)) - Number(from.slice(11, 13)) === 12 && from.slice(14) === to.slice(14)
}

function momentOf({ at, start }: Parsed): string | undefined {
  return at ?? start
}
