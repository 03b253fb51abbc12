// How far away a moment is, and how a reminder stands.

export interface ShowingWords {
  readonly now: string
  in(...lengths: readonly string[]): string
  seconds(count: number): string
  minutes(count: number): string
  hours(count: number): string
  days(count: number): string
  months(count: number): string
  years(count: number): string
  readonly paused: string
  readonly waiting: string
  readonly over: string
  readonly backoff: string
  /** A note without any text. */
  readonly untitled: string
}

const counted = (unit: string) => (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`

const en: ShowingWords = {
  now: 'now',
  in: (...lengths) => `in ${lengths.join(' ')}`,
  seconds: (count) => `${count} s`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  days: counted('day'),
  months: counted('month'),
  years: counted('year'),
  paused: 'Paused',
  waiting: 'Waiting for Done',
  over: 'Over',
  backoff: 'less and less often',
  untitled: 'Reminder',
}

const ko: ShowingWords = {
  now: '지금',
  in: (...lengths) => `${lengths.join(' ')} 후`,
  seconds: (count) => `${count}초`,
  minutes: (count) => `${count}분`,
  hours: (count) => `${count}시간`,
  days: (count) => `${count}일`,
  months: (count) => `${count}개월`,
  years: (count) => `${count}년`,
  paused: '일시 중지됨',
  waiting: '완료를 기다리는 중',
  over: '끝남',
  backoff: '점점 드물게',
  untitled: '알림',
}

export const showing = { en, ko }
