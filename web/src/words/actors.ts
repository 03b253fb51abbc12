// Who did something, where it was a part of Belfry: whoever else it was has a name of their own.

import type { Words } from '../language.ts'

type Actor = 'library' | 'command line' | 'server' | 'operator' | 'link' | 'time zones'

export const words: Words<Readonly<Record<Actor, string>>> = {
  en: {
    library: 'library',
    'command line': 'command line',
    server: 'server',
    operator: 'operator',
    link: 'link',
    'time zones': 'time zones',
  },
  ko: {
    library: '라이브러리',
    'command line': '명령줄',
    server: '서버',
    operator: '운영자',
    link: '링크',
    'time zones': '시간대 규칙',
  },
}
