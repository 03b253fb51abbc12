/** A key that belongs to letters that are being put together, as of Hangul: Enter ends them, and means nothing else. */
export function isComposed({ isComposing, keyCode }: KeyboardEvent): boolean {
  // Safari says that it is over before it tells of the key; by its number it is still known.
  return isComposing || keyCode === 229
}
