import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

interface FindWords {
  readonly find: string
  readonly hint: string
  readonly meeting: string
  readonly byId: (text: string) => string
}

export const words: Words<FindWords> = {
  en: {
    find: 'Find',
    hint: 'A person, a meeting, or an id',
    meeting: 'meeting',
    byId: (text) => `Go to the id “${text}”`,
  },
  ko: {
    find: '찾기',
    hint: '사람, 미팅 또는 ID',
    meeting: '미팅',
    byId: (text) => `ID ${withParticle(`“${text}”`, '으로/로')} 이동`,
  },
}
