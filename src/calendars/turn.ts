// Who reads when: of one calendar one at a time, wherever they are, and in one process a few at once, of one tenant fewer. So nobody who asks
// again and again makes this machine ask somebody else's server again and again. Whoever finds no place waits a while, and is told
// if that was not long enough.

import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { sleeper } from '../time/clock.ts'
import type { CalendarName } from './calendar.ts'
import { requireCalendar } from './row.ts'

/** All requests of one reading together, in real time. */
export const readingMsMax = 120_000
/** Whoever has claimed a calendar and dies has it for so long. */
export const claimMs = 2 * readingMsMax

/** Read at the same time in one process, and of one tenant. */
export const atOnce = 5
const ofTenantAtOnce = 3
/** How many may ask at once in one process, how long they wait, and how often they look whether a calendar is free. */
const askingMax = 50
const waitMsMax = 30_000
const askEveryMs = 250

/** Tenants of the calendars that are read just now. */
const underWay: string[] = []
const waiting: { readonly tenant: string; readonly seat: (place: Place) => void }[] = []
let asking = 0

/** Called when the reading is over. */
export type Place = () => void

/** Null: there is none just now. */
export function takePlace(tenant: string): Place | null {
  if (underWay.length >= atOnce || fullTenants().includes(tenant)) return null
  underWay.push(tenant)
  return () => {
    underWay.splice(underWay.indexOf(tenant), 1)
    seatNext()
  }
}

export function hasPlaces(): boolean {
  return underWay.length < atOnce
}

export function fullTenants(): string[] {
  return underWay.filter((tenant) => underWay.filter((other) => other === tenant).length >= ofTenantAtOnce)
}

/** The first who can: those of a tenant that has enough under way let others pass. */
function seatNext(): void {
  for (const [i, { tenant, seat }] of waiting.entries()) {
    const place = takePlace(tenant)
    if (!place) continue
    waiting.splice(i, 1)
    seat(place)
    return
  }
}

async function waitForPlace(tenant: string, signal: AbortSignal): Promise<Place | null> {
  const free = takePlace(tenant)
  if (free || signal.aborted) return free
  return await new Promise((resolve) => {
    const one = { tenant, seat: resolve }
    waiting.push(one)
    const leave = () => {
      const place = waiting.indexOf(one)
      if (place >= 0) waiting.splice(place, 1)
      // Who has been seated meanwhile stays seated.
      resolve(null)
    }
    signal.addEventListener('abort', leave, { once: true })
  })
}

/** The claim comes first: whoever waits for a calendar that somebody reads takes no place meanwhile. */
export async function inTurn<T>(
  context: Context,
  name: CalendarName,
  { signal, waitMs = waitMsMax }: { readonly signal?: AbortSignal | undefined; readonly waitMs?: number | undefined },
  read: () => Promise<T>,
): Promise<T> {
  if (asking >= askingMax) throw tooMany()
  const patience = AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])])
  asking++
  try {
    const claim = await claimCalendar(context, name, patience)
    try {
      const place = await waitForPlace(context.tenant, patience)
      if (!place) throw tooMany()
      return await read().finally(place)
    } finally {
      await release(context, name, claim)
    }
  } finally {
    asking--
  }
}

async function claimCalendar(context: Context, name: CalendarName, patience: AbortSignal): Promise<string> {
  const { recipient, id } = name
  for (;;) {
    const [claimed] = await context.db.run<{ claim: string }>('claim-calendar', [
      ...[context.tenant, recipient, id],
      claimMs,
    ])
    if (claimed) return claimed.claim
    await requireCalendar(context, name)
    if ((await sleeper.sleep(askEveryMs, { signal: patience })) === 'aborted')
      throw new BelfryError('busy', 'Somebody reads this calendar just now.', { accepted: 'the same in a while' })
  }
}

export async function release({ db, tenant }: Context, { recipient, id }: CalendarName, claim: string): Promise<void> {
  await db.run('release-claim', [tenant, recipient, id, claim])
}

function tooMany(): BelfryError {
  return new BelfryError('busy', 'Too many calendars are read just now.', { accepted: 'the same in a while' })
}
