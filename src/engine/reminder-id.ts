// Verbs that name a reminder by its id: what is none, and what nobody has heard of.

import { BelfryError } from '../errors.ts'
import { isReminderId } from './key.ts'

export function requireReminderId(id: string): string {
  if (typeof id === 'string' && isReminderId(id)) return id
  throw new BelfryError('invalid_input', 'Not the id of a reminder.', {
    field: '/id',
    accepted: 'an id that schedule has answered',
  })
}

export function notFound(id: string): BelfryError {
  return new BelfryError('not_found', `There is no reminder ${id}.`, { field: '/id' })
}
