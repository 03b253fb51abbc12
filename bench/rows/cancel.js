// Cancelling a thing with six reminders, likewise. Belfry answers what was sent and what is in flight; peers forget the jobs.

import { measureThings } from './things.js'

export const title = 'cancel an entity with 6 reminders'
export const goal = '≥ 3 × the best peer'

export const run = (arena, options) => measureThings(arena, options, 'cancelMs')
