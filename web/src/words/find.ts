import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

interface FindWords {
  readonly find: string
  readonly hint: string
  readonly meeting: string
  readonly rings: (when: string) => string
  readonly byId: (text: string) => string
}

export const words: Words<FindWords> = {
  en: {
    find: 'Find',
    hint: 'A person, a meeting, what rings next, or an id',
    meeting: 'meeting',
    rings: (when) => `rings ${when}`,
    byId: (text) => `Go to the id “${text}”`,
  },
  ko: {
    find: '찾기',
    hint: '사람, 미팅, 곧 울릴 알림 또는 ID',
    meeting: '미팅',
    rings: (when) => `${when} 울림`,
    byId: (text) => `ID ${withParticle(`“${text}”`, '으로/로')} 이동`,
  },
}
