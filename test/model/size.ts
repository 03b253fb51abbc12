// How many sequences are played, and which: those of the suite, or what scripts/model.js asks for.

import { inject } from 'vitest'
import { sized } from '../size.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    model?: Size
  }
}

export interface Size {
  readonly runs: number
  readonly seed: number
  /** Of one that failed, as its report names it. */
  readonly path?: string
}

export function size(usual: Size = { runs: sized(30, 60), seed: 20_261_115 }): Size {
  return inject('model') ?? usual
}
