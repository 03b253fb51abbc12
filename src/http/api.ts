// Every route there is, by noun and verb: the names of operations in the OpenAPI document and of functions in the client.

import type { AnyRoute } from './route.ts'
import * as audit from './routes/audit.ts'
import * as deliveries from './routes/deliveries.ts'
import * as entities from './routes/entities.ts'
import * as events from './routes/events.ts'
import * as health from './routes/health.ts'
import * as ledger from './routes/ledger.ts'
import * as operator from './routes/operator.ts'
import * as plans from './routes/plans.ts'
import * as recipients from './routes/recipients.ts'
import * as reminders from './routes/reminders.ts'
import * as sweeps from './routes/sweeps.ts'

export const api = {
  reminders,
  entities,
  plans,
  sweeps: {
    put: sweeps.put,
    get: sweeps.get,
    list: sweeps.list,
    remove: sweeps.remove,
    run: sweeps.run,
    runs: sweeps.runs,
  },
  cron: { meetingReminders: sweeps.cronByGet, runMeetingReminders: sweeps.cronByPost },
  recipients,
  deliveries,
  ledger,
  audit,
  events,
  holds: { hold: operator.hold, list: operator.listHolds, release: operator.releaseHold, letGo: operator.releaseAlso },
  tenants: { put: operator.putTenant, get: operator.getTenant, list: operator.listTenants },
  keys: {
    create: operator.createKey,
    list: operator.listKeys,
    rotate: operator.rotateKey,
    revoke: operator.revokeKey,
  },
  clock: { read: operator.readClock, drive: operator.driveClock },
  zones: { status: operator.tzdb },
  health,
}

export type Api = typeof api

export const allRoutes: readonly (readonly [name: string, route: AnyRoute])[] = Object.entries(api).flatMap(
  ([noun, verbs]) =>
    Object.entries(verbs).map(([verb, route]) => [`${noun}.${verb}`, route as unknown as AnyRoute] as const),
)
