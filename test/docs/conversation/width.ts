// How wide text is, roughly, and where to break it.

/** At words, and inside of a word that is longer than the line. */
export function wrapped(text: string, widthMax: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= widthMax) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (widthOf(line) > widthMax) {
      let end = line.length - 1
      while (end > 1 && widthOf(line.slice(0, end)) > widthMax) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return [...lines, line]
}

/** In a sans-serif of this size. A little more than most fonts need, so that nothing stands out of its bubble. */
export function pixels(text: string, fontSize: number): number {
  const ems = [...text].reduce((sum, character) => sum + emsOf(character), 0)
  return ems * fontSize
}

function emsOf(character: string): number {
  if (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3]/.test(character)) return 0.95
  if (/\p{Extended_Pictographic}/u.test(character)) return 1.3
  if (/[ .,:;'’|!ijlIt()[\]]/.test(character)) return 0.32
  if (/[mwMW@—]/.test(character)) return 0.9
  return /[A-Z0-9]/.test(character) ? 0.65 : 0.57
}
