// What is to come, and what becomes of it, one line each.

import type { Composer } from 'grammy'
import { installDelete } from './commands/delete.ts'
import { installPause } from './commands/pause.ts'
import { installReminders } from './commands/reminders.ts'
import { installResume } from './commands/resume.ts'
import { installToday } from './commands/today.ts'
import type { BotContext } from './context.ts'

export function installLists(composer: Composer<BotContext>): void {
  installReminders(composer)
  installDelete(composer)
  installPause(composer)
  installResume(composer)
  installToday(composer)
}
