// What an alarm says: the first 2,000 characters of its page's title and body, cut between two characters as a reader sees them.

import { cutText } from '../cut-text.ts'
import { readText } from '../input.ts'

/** Left out: as it was. Null: nothing. */
export interface Texts {
  readonly title?: string | null | undefined
  readonly body?: string | null | undefined
}

export const textCharsMax = 2_000
/** What is longer than a page ever is, is a mistake. */
const givenCharsMax = 1_000_000

export function cutTexts(value: Record<string, unknown>, field: string): Texts {
  const cut = (name: 'title' | 'body') => {
    const text = value[name]
    if (text === undefined || text === null) return text
    return cutText(readText(text, `${field}/${name}`, { charsMax: givenCharsMax }), textCharsMax)
  }
  const title = cut('title')
  const body = cut('body')
  return { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) }
}
