// Making reminders, and changing them, one line each. Plain text comes after everything else (commands/add.ts).

import type { Composer } from 'grammy'
import { installAdd } from './commands/add.ts'
import { installEcho } from './commands/echo.ts'
import { installEdit } from './commands/edit.ts'
import { installEdited } from './commands/edited.ts'
import { installUndo } from './commands/undo.ts'
import type { BotContext } from './context.ts'

export function installAdding(composer: Composer<BotContext>): void {
  installAdd(composer)
  installEdit(composer)
  installUndo(composer)
  installEcho(composer)
  installEdited(composer)
}
