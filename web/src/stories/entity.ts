import { api, BelfryApiError, type Entity } from '../api.ts'
import { type Query, useQuery } from '../query.ts'

/** Null: there is none of that name; reminders may be about it all the same. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BelfryApiError && error.status === 404) return null
    throw error
  }
}

/** What a reminder is about. */
export function useEntity(type: string, id: string, enabled = true): Query<Entity | null> {
  return useQuery(`entity ${type}/${id}`, () => orNull(api.entities.get({ type, id })), {
    enabled,
    live: ['reminder', 'entity', 'meeting', 'alarm'],
    concerns: ({ entity }) => entity === null || (entity.type === type && entity.id === id),
  })
}
