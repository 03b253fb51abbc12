// What a lexicon is: rows of [what it is, which one, the words for it]. Both languages use the same signs, so that one grammar reads both;
// only the order of signs differs, and the grammar takes either.
//
// Words of one row are separated by |. A space stands for blanks or hyphens: at least one between Latin letters, any number between Hangul.

export type Row = readonly [is: SignKind, of: string | number, words: string]

export type SignKind =
  | 'number'
  | 'ordinal'
  /** 첫째, 두 번째: never a day of the month. */
  | 'counted'
  | 'unit'
  | 'letter-unit'
  | 'length'
  | 'weekday'
  | 'weekday-short'
  | 'weekday-plural'
  | 'weekdays'
  | 'month'
  | 'day'
  | 'part'
  | 'half-day'
  | 'letter-half'
  | 'fixed-time'
  | 'rel'
  | 'period'
  | 'often'
  | 'holiday'
  | 'zone'
  | 'word'
  // Read from digits, not from a lexicon.
  | 'clock'
  | 'date'
  | 'month-day'

export interface Entry {
  readonly is: SignKind
  readonly of: string | number
  readonly word: string
}

export function entriesOf(rows: readonly Row[]): Entry[] {
  return rows.flatMap(([is, of, words]) => words.split('|').map((word) => ({ is, of, word })))
}
