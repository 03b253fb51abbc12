// Hours as people write them: one time of day, or from when to when. Where morning and evening are both possible, both are answered.

import { readClockTime } from './places/clock-place.ts'

/** `HH:MM`; two where it could be either; none where it is no time. */
export function readHour(text: string): string[] {
  return readClockTime(text).map(clockText)
}

export interface Hours {
  readonly from: string
  readonly to: string
}

/** `22:00-07:00`, `10 pm to 7 am`, `밤 10시부터 아침 7시까지`; several where an hour could be either; `off` for none. */
export function readHours(text: string): readonly Hours[] | 'off' {
  const plain = text.normalize('NFKC').trim()
  if (/^(?:off|none|never|no|끔|꺼|끄기|꺼 ?줘요?|없음|없애기|없애 ?줘요?)[.!]?$/i.test(plain)) return 'off'
  const [from, to, more] = plain
    .replace(/^(?:from|between)\s+/i, '')
    .replace(/까지.*$/, '')
    .split(/\s*(?:[-–—~]|부터|에서)\s*|\s+(?:to|until|till|and)\s+/i)
  if (from === undefined || to === undefined || more !== undefined) return []
  return readHour(from).flatMap((start) =>
    readHour(to).flatMap((end) => (start === end ? [] : [{ from: start, to: end }])),
  )
}

function clockText(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
