// Two time-zone databases that disagree: in the newer one Paris stays on summer time from 2030 on, an hour ahead in winter.

import type { Temporal } from '../../src/time/temporal.ts'
import { runtimeRules, type ZoneRules } from '../../src/time/zone-rules.ts'

const changed: ZoneRules = {
  offsetMsAt: (instant, zone) => runtimeRules.offsetMsAt(instant, elsewhere(instant, zone)),
  possibleInstants: (local, zone) =>
    runtimeRules.possibleInstants(local, zone === 'Europe/Paris' && local.year >= 2030 ? 'Etc/GMT-2' : zone),
}

function elsewhere(instant: Temporal.Instant, zone: string): string {
  return zone === 'Europe/Paris' && instant.epochMilliseconds >= Date.UTC(2030, 0) ? 'Etc/GMT-2' : zone
}

export const older = { rules: runtimeRules, version: '2030a' }
export const newer = { rules: changed, version: '2030b' }
