// How far back charts look, and how long their spans are: some sixty to a hundred of them, as a screen has room for.

export const ranges = {
  hour: { last: 'PT1H', step: 'PT1M', timeStyle: 'time' },
  day: { last: 'PT24H', step: 'PT15M', timeStyle: 'time' },
  week: { last: 'P7D', step: 'PT2H', timeStyle: 'full' },
} as const

export type RangeName = keyof typeof ranges
