// The few words that are in calendar files beside those of people.

import { languageOf } from '../../time/say-moment.ts'

export interface FileWords {
  /** What a feed is called. */
  readonly meetings: string
  /** Before the other proposed slots, one a line. */
  readonly alsoProposed: string
  /** Before names. */
  readonly with: string
  /** Whose way of writing moments goes with them. */
  readonly locale: string
}

const english = { meetings: 'Meetings', alsoProposed: 'Also proposed:', with: 'With:' }
const korean = { meetings: '회의', alsoProposed: '다른 제안 시간:', with: '참석자:' }

/** Who reads another language gets English, with a clock of 24 hours, as in messages. */
export function fileWords(locale: string): FileWords {
  switch (languageOf(locale)) {
    case 'ko':
      return { ...korean, locale }
    case 'en':
      return { ...english, locale }
    default:
      return { ...english, locale: 'en-GB' }
  }
}
