// Who did something, where it was a part of Belfry: whoever else it was has a name of their own.

import type { Words } from '../language.ts'

type Actor = 'library' | 'command line' | 'server' | 'operator' | 'link' | 'time zones'

export const words: Words<Readonly<Record<Actor, string>>> = {
  en: {
    library: 'a program of yours',
    'command line': 'the command line',
    server: 'the server',
    operator: 'an operator',
    link: 'a link in a message',
    'time zones': 'new time-zone rules',
  },
  ko: {
    library: '연결된 프로그램',
    'command line': '명령줄',
    server: '서버',
    operator: '운영자',
    link: '메시지의 링크',
    'time zones': '새 시간대 규칙',
  },
}
