// Which of a list are meant: 3 · #3 · ３ · 1,3 · 1 3 · 2-4 · 3번 · 2번부터 4번까지 · all · 전부. What is not all of it numbers is not read
// as numbers at all: half of a sentence must not delete anything.

export type Picked =
  | { readonly kind: 'numbers'; readonly numbers: readonly number[] }
  | { readonly kind: 'all' }
  /** Nothing was said. */
  | { readonly kind: 'none' }
  /** Something else was said. */
  | { readonly kind: 'unclear' }

/** More than anybody would type, or a list would show. */
const numberMax = 99_999
const countMax = 200
const charsMax = 1_000

const everything = /^(?:all|all of them|everything|every ?one|전부(?: ?다)?|모두(?: ?다)?|모든 것|다|전체)$/
/** Words around numbers that mean nothing by themselves. */
const ahead = /^(?:(?:please )?(?:delete|remove|numbers?|nos?\.?|no\.?)(?= |$|#|\d) ?)+/
const behind =
  /(?: ?(?:을|를|만|please|삭제|삭제해|삭제해 ?줘|삭제해 ?주세요|지워|지워 ?줘|지워 ?주세요|요|이요|이에요|입니다))+$/

export function readNumbers(text: string): Picked {
  if (text.length > charsMax) return { kind: 'unclear' }
  const plain = normalised(text)
  if (plain === '') return { kind: 'none' }
  const said = plain
    .replace(ahead, '')
    .replace(behind, '')
    .replace(/[.!]+$/, '')
    .trim()
  if (everything.test(said)) return { kind: 'all' }
  const parts = said
    .split(/ ?(?:,|;|、|&|\+|\band\b|(?<=번)(?:이?랑|하고|과|와|,)) ?| +(?!(?:-|to|부터|에서)(?: |\d|번))/)
    .filter((part) => part !== '')
  const numbers = parts.map(readPart)
  const all = [...new Set(numbers.flatMap((part) => part ?? []))]
  const isUnclear = all.length === 0 || all.length > countMax || numbers.includes(null)
  return isUnclear ? { kind: 'unclear' } : { kind: 'numbers', numbers: all }
}

/** Digits of any script's width, one kind of dash, single spaces; `2 - 4` and `2번부터 4번까지` are `2-4`. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[–—−~∼〜]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(\d) ?(?:번째?)? ?(?:-|\bto\b|부터|에서) ?#?(?=\d)/g, '$1-')
    .replace(/(-\d+)(?: ?번째?)? ?까지/g, '$1')
    .replace(/(\d) 번/g, '$1번')
    .replace(/# (?=\d)/g, '#')
}

function readPart(part: string): number[] | null {
  const [, from, to] = /^#?(\d{1,6})(?:-(\d{1,6}))?(?:번째?)?[.)]?$/.exec(part) ?? []
  if (from === undefined) return null
  const ends = [Number(from), Number(to ?? from)].sort((a, b) => a - b)
  const [first = 0, last = 0] = ends
  if (last > numberMax || last - first >= countMax) return null
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}
