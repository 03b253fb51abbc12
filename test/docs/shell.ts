// As much of a shell as the pages use: words, quotes, variables in double quotes and bare, a backslash at the end of a line,
// comments, `export`. Everything else (pipes, substitutions, globs) is an error: a page has no business with it.

export interface Command {
  readonly words: readonly string[]
}

export type Variables = Map<string, string>

/** Resolves variables as late as a shell would: `each` is called for one command before the next is read. */
export async function runLines(
  text: string,
  variables: Variables,
  each: (words: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split(/\n(?=(?:[^']*'[^']*')*[^']*$)/)) {
    const words = wordsOf(line, variables)
    if (words.length > 0) await each(words)
  }
}

export function wordsOf(line: string, variables: Variables): string[] {
  const words: string[] = []
  let rest = line.trimStart()
  while (rest !== '' && !rest.startsWith('#')) {
    let word = ''
    while (rest !== '' && !/^\s/.test(rest)) {
      const [piece, value] = pieceOf(rest, variables)
      word += value
      rest = rest.slice(piece.length)
    }
    words.push(word)
    rest = rest.trimStart()
  }
  return words
}

/** One piece of a word: how it is written, and what it stands for. */
function pieceOf(rest: string, variables: Variables): [written: string, value: string] {
  const [single, inSingle] = /^'([^']*)'/.exec(rest) ?? []
  if (single !== undefined) return [single, inSingle ?? '']
  const [double, inDouble] = /^"([^"`\\]*)"/.exec(rest) ?? []
  if (double !== undefined) return [double, expand(inDouble ?? '', variables)]
  const [bare] = /^[^\s'"`\\|&;<>(){}*?~!]+/.exec(rest) ?? []
  if (bare !== undefined) return [bare, expand(bare, variables)]
  throw new Error(`The pages use no such shell: ${rest.slice(0, 60)}`)
}

function expand(text: string, variables: Variables): string {
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = variables.get(name)
    if (value === undefined) throw new Error(`$${name} was not set on this page`)
    return value
  })
}
