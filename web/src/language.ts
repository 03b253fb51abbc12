// English or Korean: what was chosen here, else what the browser asks for. Words stand beside what says them, in words/, each topic
// in both languages under one type.

import { createKept, useStore } from './store.ts'

export type Language = 'en' | 'ko'

export const language = createKept<Language>('belfry.language', navigator.language.startsWith('ko') ? 'ko' : 'en')

export interface Words<T> {
  readonly en: T
  readonly ko: T
}

export function useWords<T>(words: Words<T>): T {
  return words[useStore(language)]
}

/** Outside of a part of the page: for what is said once, such as the words of a toast. */
export function wordsNow<T>(words: Words<T>): T {
  return words[language.get()]
}
