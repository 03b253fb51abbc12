// Korean particles have two forms: which one follows depends on whether the last syllable ends in a consonant (받침).

export type Particle =
  | ('이/가' | '은/는' | '을/를' | '과/와' | '으로/로')
  | `이${Copula}/${Copula}`
  | '이에요/예요'
  | '이었어요/였어요'
type Copula = '고' | '지만'

/** `서울은`, `뉴욕으로`, `02:30이`; quotes and brackets at the end are not read. */
export function withParticle(word: string, particle: Particle): string {
  const [closed, open] = particle.split('/') as [string, string]
  const end = endOf(word)
  // ㄹ does without 으: 서울로.
  const isOpen = end === 'open' || (end === 'ㄹ' && particle === '으로/로')
  return `${word}${isOpen ? open : closed}`
}

type End = 'open' | 'ㄹ' | 'closed'

function endOf(word: string): End {
  const bare = word.replace(/\([^()]*\)$/, '').replace(/[^\p{L}\p{N}]+$/u, '')
  // A clock is read to its end: 두 시, 두 시 삼십 분, 두 시 삼십 분 칠 초.
  const clock = /\d\d?:(\d\d)(:\d\d)?$/.exec(bare)
  if (clock) return clock[2] !== undefined || clock[1] === '00' ? 'open' : 'closed'
  const last = bare.at(-1)?.toLowerCase() ?? ''
  if (last >= '가' && last <= '힣') return endOfSyllable(last)
  if (/\d/.test(last)) return ends[last]!
  return endOfLatin(bare.toLowerCase())
}

/** Syllables stand in the order of their 28 endings, of which the first is none. */
function endOfSyllable(syllable: string): End {
  const ending = (syllable.codePointAt(0)! - 0xac00) % 28
  return ending === 0 ? 'open' : ending === 8 ? 'ㄹ' : 'closed'
}

/** 영 일 이 삼 사 오 육 칠 팔 구 */
const ends: Readonly<Record<string, End>> = {
  ...{ 0: 'closed', 1: 'ㄹ', 2: 'open', 3: 'closed', 4: 'open' },
  ...{ 5: 'open', 6: 'closed', 7: 'ㄹ', 8: 'ㄹ', 9: 'open' },
}

/** As names are mostly written in Korean: Seoul 서울, London 런던, York 욕, Tokyo 도쿄, Paris 파리. */
function endOfLatin(word: string): End {
  if (/l$/.test(word)) return 'ㄹ'
  return /(?:[mn]|ng|[aeiou](?:r?k|ck|p|t))$/.test(word) ? 'closed' : 'open'
}
