// How much is played of what costs time: the suite plays enough to see a fault, `npm run proof` plays as much as is promised.

import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `npm run proof` plays. */
    isProof?: boolean
  }
}

export const isProof = inject('isProof') ?? false

export function sized(suite: number, proof: number): number {
  return isProof ? proof : suite
}
