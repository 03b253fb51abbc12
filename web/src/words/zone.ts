// What is said of a time zone that nobody knows.

import type { Words } from '../language.ts'

interface Zone {
  readonly wrong: string
}

export const words: Words<Zone> = {
  en: { wrong: 'Not a time zone. Type a city, such as Seoul or New York, or a name, such as Europe/Paris.' },
  ko: { wrong: '시간대가 아니에요. 서울이나 New York 같은 도시, 또는 Europe/Paris 같은 이름을 입력하세요.' },
}
