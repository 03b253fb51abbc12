// Lists of one entity: named by two parameters in a URL, by one value in the library.

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

export const entityPointers = { '/entity/type': '/entityType', '/entity/id': '/entityId' }
