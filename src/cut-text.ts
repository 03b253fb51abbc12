// Texts are cut between two characters as a reader sees them, so that no family of emoji loses a member.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** What follows the cut decides whether it is a boundary; no cluster of a written language is nearly as long. */
const lookAhead = 256

export const cutMark = '…'

export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const boundary = graphemes.segment(text.slice(0, charsMax + lookAhead)).containing(charsMax)?.index ?? 0
  if (boundary > 0) return text.slice(0, boundary)
  // One endless cluster: then at least no half of a surrogate pair.
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(charsMax - 1))
  return text.slice(0, isHalf ? charsMax - 1 : charsMax)
}

/** The same, with a mark at the end of what was cut, for which there is room. */
export function cutWithMark(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${cutText(text, charsMax - cutMark.length).trimEnd()}${cutMark}`
}
