// Moving a thing with six reminders, beside a large backlog, by one client. Belfry moves the thing; who schedules sends has to
// move each of them, in the fastest way it offers. Counted per reminder.

import { measureThings } from './things.js'

export const title = 'move an entity with 6 reminders'
export const goal = '≥ 3 × the best peer'

export const run = (arena, options) => measureThings(arena, options, 'moveMs')
