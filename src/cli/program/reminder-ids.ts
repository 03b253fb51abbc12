// Reminder ids are long: the beginning of one is enough where it is the only one that begins so.

import { BelfryError } from '../../errors.ts'
import type { Belfry } from '../../index.ts'

const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export async function reminderNamed(belfry: Belfry, text: string): Promise<string> {
  const id = text.toLowerCase()
  if (whole.test(id)) return id
  const found = await belfry.reminders.find(id)
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new BelfryError('not_found', `There is no reminder whose id begins with ${id}.`, { field: '/id' })
  throw new BelfryError('invalid_input', `Several reminders begin with ${id}.`, {
    field: '/id',
    accepted: `one of them: ${found.join(', ')}`,
  })
}
