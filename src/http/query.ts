// Parameters that several routes read alike.

import type { EventType } from '../index.ts'
import { Problem } from './problem.ts'

/** An entity has two names, or none. */
export function entityOf(type: string | undefined, entityId: string | undefined) {
  if (type === undefined && entityId === undefined) return {}
  if (type !== undefined && entityId !== undefined) return { entity: { type, id: entityId } }
  const missing = type === undefined ? 'entityType' : 'entityId'
  throw new Problem('missing_field', `An entity needs its type and its id; ${missing} is missing.`, {
    pointer: `/${missing}`,
  })
}

/** The library knows them, and refuses what is none. */
export function typesOf(text: string): EventType[]
export function typesOf(text: string | undefined): EventType[] | undefined
export function typesOf(text: string | undefined): EventType[] | undefined {
  return text?.split(',') as EventType[] | undefined
}
