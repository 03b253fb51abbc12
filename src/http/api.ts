// Every route there is, by noun and verb: the names of operations in the OpenAPI document and of functions in the client. Their
// order, here and in each noun, is the order in which the document and its page list them.

import type { AnyRoute } from './route.ts'
import { alarms } from './routes/alarms.ts'
import { audit } from './routes/audit.ts'
import { availability, conflicts, slots } from './routes/availability.ts'
import { calendars, feeds } from './routes/calendars.ts'
import { channels } from './routes/channels.ts'
import { chats } from './routes/chats.ts'
import { deliveries } from './routes/deliveries.ts'
import { entities } from './routes/entities.ts'
import { events } from './routes/events.ts'
import { health } from './routes/health.ts'
import { inbox } from './routes/inbox.ts'
import { language } from './routes/language.ts'
import { ledger } from './routes/ledger.ts'
import { meetings } from './routes/meetings.ts'
import { clock, holds, keys, tenants, zones } from './routes/operator.ts'
import { overview } from './routes/overview.ts'
import { plans } from './routes/plans.ts'
import { push } from './routes/push.ts'
import { recipients } from './routes/recipients.ts'
import { reminders } from './routes/reminders.ts'
import { session } from './routes/session.ts'
import { cron, sweeps } from './routes/sweeps.ts'
import { telegram } from './routes/telegram.ts'
import { templates } from './routes/templates.ts'
import { webhooks } from './routes/webhooks.ts'

export const api = {
  reminders,
  entities,
  meetings,
  slots,
  conflicts,
  availability,
  calendars,
  feeds,
  language,
  plans,
  templates,
  sweeps,
  cron,
  recipients,
  chats,
  push,
  alarms,
  deliveries,
  channels,
  telegram,
  inbox,
  webhooks,
  ledger,
  audit,
  events,
  overview,
  holds,
  tenants,
  keys,
  clock,
  zones,
  session,
  health,
}

export type Api = typeof api

export const allRoutes: readonly (readonly [name: string, route: AnyRoute])[] = Object.entries(api).flatMap(
  ([noun, verbs]) =>
    Object.entries(verbs).map(([verb, route]) => [`${noun}.${verb}`, route as unknown as AnyRoute] as const),
)
