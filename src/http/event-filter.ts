// Which events a reader wants.

import type { EventType } from '../index.ts'

/** The library knows them, and refuses what is none. */
export function typesOf(text: string): EventType[]
export function typesOf(text: string | undefined): EventType[] | undefined
export function typesOf(text: string | undefined): EventType[] | undefined {
  return text?.split(',') as EventType[] | undefined
}
