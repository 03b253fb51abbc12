// What concerns the person and not a reminder, one line each.

import type { Composer } from 'grammy'
import { installExport } from './commands/export.ts'
import { installForgetme } from './commands/forgetme.ts'
import { installPrivacy } from './commands/privacy.ts'
import { installSettings } from './commands/settings.ts'
import { installStart } from './commands/start.ts'
import { installTimezone } from './commands/timezone.ts'
import type { BotContext } from './context.ts'

export function installPeople(composer: Composer<BotContext>): void {
  installTimezone(composer)
  installSettings(composer)
  installStart(composer)
  installExport(composer)
  installPrivacy(composer)
  installForgetme(composer)
}
