// Spacing: two alarms of one user never share a moment. The unique index on (tenant, user, time) decides; who chooses moments
// for a user holds a lock meanwhile, so that mostly nobody loses. These locks are taken in order, after those of reminders.

import type { Database } from '../engine/database.ts'
import type { Planned } from '../engine/planning.ts'
import type { Spacing, Wish } from '../engine/spacing.ts'
import { candidates, everySecond, hashOf, outOfQuiet, type SlotRules, type SlotWish } from './slot.ts'

export interface PageWish extends SlotWish {
  readonly tenant: string
  readonly recipient: string
  readonly pageId: string
}

/** So many locks at the most, however many users a batch has: the server's table of locks is not large. */
const lockClasses = 256
/** So many tries are looked up at a time, as the statement has places for. */
const triesAtOnce = 4

/** Chooses a moment for each and answers them in order. The caller writes them into `alarms` in the same transaction. */
export async function chooseSlots(tx: Database, rules: SlotRules, wishes: readonly PageWish[]): Promise<number[]> {
  if (wishes.length === 0) return []
  const locks = new Set(wishes.map(({ tenant, recipient }) => hashOf(`${tenant} ${recipient}`) % lockClasses))
  await tx.run('lock-alarm-slots', [[...locks]])
  // What wants to ring now may meet one that has just rung.
  const isNow = wishes.some(({ wantedMs, nowMs }) => wantedMs <= Math.ceil(nowMs))
  const chosen = new Map<PageWish, number>()
  // No two of a user try the same moment: whatever one of them tries is left to it.
  const tried = new Set<string>()
  let open = wishes.map((wish) => ({ wish, left: candidates(wish, rules) }))
  while (open.length > 0) {
    const tries = open.map(({ wish, left }) => ({ wish, moments: someOf(wish, left, tried) }))
    const free = await findFree(tx, tries, isNow)
    for (const [i, { wish, moments }] of tries.entries()) {
      const ms = moments.length === 0 ? await firstFree(tx, rules, wish, tried) : free[i]
      if (ms !== null && ms !== undefined) chosen.set(wish, ms)
    }
    open = open.filter(({ wish }) => !chosen.has(wish))
  }
  return wishes.map((wish) => chosen.get(wish)!)
}

/** The next few that no other alarm of the same user tries; none: all tries are used up. */
function someOf(wish: PageWish, left: Generator<number, void>, tried: Set<string>): number[] {
  const moments: number[] = []
  while (moments.length < triesAtOnce) {
    const { value: ms } = left.next()
    if (ms === undefined) break
    const name = nameOf(wish, ms)
    if (tried.has(name)) continue
    tried.add(name)
    moments.push(ms)
  }
  return moments
}

async function findFree(
  tx: Database,
  tries: readonly { readonly wish: PageWish; readonly moments: readonly number[] }[],
  isNow: boolean,
): Promise<(number | null)[]> {
  const rows = await tx.run<{ ms: number | null }>('free-alarm-slots', [
    tries.map(({ wish }) => wish.tenant),
    tries.map(({ wish }) => wish.recipient),
    tries.map(({ wish }) => wish.pageId),
    ...Array.from({ length: triesAtOnce }, (_, at) => tries.map(({ moments }) => moments[at] ?? null)),
    isNow,
  ])
  return rows.map(({ ms }) => ms)
}

/** The fall-back after all tries: the first free second. */
async function firstFree(tx: Database, rules: SlotRules, wish: PageWish, tried: Set<string>): Promise<number> {
  const { tenant, recipient, pageId, wantedMs } = wish
  const rows = await tx.run<{ ms: number }>('alarm-slots-of-user', [tenant, recipient, pageId, Math.floor(wantedMs)])
  const taken = new Set(rows.map(({ ms }) => Math.round(ms)))
  for (const ms of everySecond(wish, rules)) {
    if (taken.has(ms) || tried.has(nameOf(wish, ms))) continue
    tried.add(nameOf(wish, ms))
    return ms
  }
  throw new Error('unreachable: there is always a free second')
}

function nameOf({ tenant, recipient }: PageWish, ms: number): string {
  return `${ms} ${tenant} ${recipient}`
}

/** For the engine: alarms that go on, by whatever way. */
export function spacingOf(rules: SlotRules): Spacing {
  return async (tx, wishes) => {
    const pages = wishes.map(pageWish)
    const slots = await chooseSlots(tx, rules, pages)
    await tx.run('set-alarm-slots', [pages.map(({ tenant }) => tenant), pages.map(({ pageId }) => pageId), slots])
    return wishes.map(({ planned }, i) => atSlot(planned, slots[i]!, pages[i]!, rules))
  }
}

function pageWish({ id, planned, whose, nowMs }: Wish): PageWish {
  const { tenant, recipient, entityId: pageId, person } = whose
  // A moment that has passed is now.
  const wantedMs = Math.max(planned.dueMs ?? 0, Math.ceil(nowMs))
  return { tenant, recipient, pageId, person, wantedMs, nowMs, seed: seedOf(id, planned) }
}

/** Another one each time that it comes back. */
export function seedOf(id: string, { repeat }: Pick<Planned, 'repeat'>): number {
  return hashOf(`${id} ${repeat?.state.rings ?? 0}`)
}

/** Said as it is: deferred by quiet hours, or a little later because of another alarm. */
export function atSlot(planned: Planned, slotMs: number, { person, wantedMs }: SlotWish, rules: SlotRules): Planned {
  const usefulUntilMs = Math.max(planned.usefulUntilMs, slotMs + (planned.repeat?.toleranceMs ?? 0))
  if (slotMs === planned.dueMs) return planned
  const isQuiet = outOfQuiet(wantedMs, person, rules) !== wantedMs
  const adjusted = planned.adjusted ?? (isQuiet ? 'deferred' : 'spaced')
  return { ...planned, dueMs: slotMs, plannedMs: planned.plannedMs ?? planned.dueMs, usefulUntilMs, adjusted }
}
