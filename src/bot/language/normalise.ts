// The text as the lexicons know it: NFKC (full-width digits, composed Hangul), lower case, plain quotes and dashes. Each letter knows
// where it came from, because spans point into what the person wrote.

export interface Normalised {
  readonly original: string
  readonly text: string
  /** Where the letter at this place began in the original; one more than there are letters. */
  readonly origins: readonly number[]
}

/** A base with its marks, or the parts of one Hangul syllable: what NFKC may compose into one. */
const cluster = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.\p{M}*/gsu

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '〜': '~',
  '～': '~',
  '、': ',',
  '，': ',',
}

export function normalise(original: string): Normalised {
  let text = ''
  const origins: number[] = []
  for (const { 0: part, index } of original.matchAll(cluster)) {
    const letters = [...part.normalize('NFKC').toLowerCase()].map((letter) => plain[letter] ?? letter).join('')
    text += letters
    for (let i = 0; i < letters.length; i++) origins.push(index)
  }
  return { original, text, origins: [...origins, original.length] }
}

/** The span of the original that these letters came from. */
export function spanOf({ origins, original }: Normalised, start: number, end: number): readonly [number, number] {
  const from = origins[start] ?? original.length
  // A letter that became several ends where the next one begins.
  let at = end
  while (at < origins.length - 1 && origins[at] === origins[at - 1]) at++
  return [from, origins[at] ?? original.length]
}
