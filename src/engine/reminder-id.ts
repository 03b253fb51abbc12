// Verbs that name a reminder or a delivery by its id: what is none, and what nobody has heard of.

import { BelfryError } from '../errors.ts'
import { type DeliveryKey, isReminderId, parseDeliveryId } from './key.ts'

export function requireReminderId(id: string, field = '/id'): string {
  if (typeof id === 'string' && isReminderId(id)) return id
  throw new BelfryError('invalid_input', 'Not the id of a reminder.', {
    field,
    accepted: 'an id that schedule has answered',
  })
}

export function notFound(id: string): BelfryError {
  return new BelfryError('not_found', `There is no reminder ${id}.`, { field: '/id' })
}

export function requireDeliveryId(id: string): DeliveryKey {
  const key = typeof id === 'string' ? parseDeliveryId(id) : null
  if (key) return key
  throw new BelfryError('invalid_input', 'Not the id of a delivery.', {
    field: '/id',
    accepted: 'an id as deliveries have',
  })
}

export function noSuchDelivery(): BelfryError {
  return new BelfryError('not_found', 'There is no such delivery.', { field: '/id' })
}
