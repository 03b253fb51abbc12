// What a doctor finds: one line each, and what to do about it.

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly words: string
  /** What to do, where something is to be done. */
  readonly todo?: string
}

export const ok = (check: string, words: string): Finding => ({ check, state: 'ok', words })
export const warn = (check: string, words: string, todo: string): Finding => ({ check, state: 'warn', words, todo })
export const fail = (check: string, words: string, todo: string): Finding => ({ check, state: 'fail', words, todo })
