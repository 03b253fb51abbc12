// `belfry clock`: reads it, and moves a driven one, so that a 24-hour reminder is tested in a second.

import { BelfryError } from '../errors.ts'
import type { Belfry } from '../index.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { durationMs } from './program/when.ts'

export const clock: Command = {
  usage: ['clock', 'clock --advance <duration>', 'clock --set <moment>', 'clock --real'],
  details: 'Moving it needs BELFRY_CLOCK=driven. --real lets time run again, and is always allowed.',
  options: {
    advance: { value: '<duration>', about: 'Forward by 24h, 90m, PT24H …' },
    set: { value: '<moment>', about: 'To an instant such as 2030-05-01T09:00:00Z' },
    real: { about: 'Time runs again' },
  },
  words: [0, 0],
  examples: [
    ['clock', 'what time it is, and whether it is driven'],
    ['clock --advance PT24H', 'a day later, at once'],
  ],
  async run(call) {
    const moves = ['advance', 'set', 'real'].filter((option) => call.has(option))
    if (moves.length > 1) throw usageError('The clock is moved in one way at a time.', '--advance, --set or --real')
    await call.with(async (belfry, now) => {
      if (moves[0] === 'advance' || moves[0] === 'set') await requireDriven(call, belfry)
      if (moves[0] === 'real') await belfry.clock.set(null)
      else if (moves[0] === 'advance') await advance(call, belfry, target(call, now), now)
      else if (moves[0] === 'set') await belfry.clock.set(target(call, now))
      await tell(call, belfry)
    })
    return undefined
  },
}

/** Driven is what the database says, or what the setting wants; a real one is not moved by a slip. */
async function requireDriven(call: Call, belfry: Belfry): Promise<void> {
  if (call.settings.clock === 'driven' || (await belfry.clock.read()).driven) return
  throw new BelfryError('stopped', 'The clock is real.', {
    field: '/clock',
    accepted: 'BELFRY_CLOCK=driven, where a clock may be moved',
  })
}

function target(call: Call, now: Date): Date {
  const by = call.text('advance')
  if (by !== undefined) return new Date(now.getTime() + durationMs(by, '/advance'))
  const text = call.text('set') ?? ''
  const at = /(Z|[+-]\d\d:\d\d)$/i.test(text) ? new Date(text) : new Date(Number.NaN)
  if (!Number.isNaN(at.getTime())) return at
  throw new BelfryError('invalid_input', `${JSON.stringify(text.slice(0, 60))} is not an instant.`, {
    field: '/set',
    accepted: 'an instant such as 2030-05-01T09:00:00Z',
  })
}

interface Advancing {
  /** Through every due moment on the way; not `reached` when that takes long, and then it is called again. */
  advance(duration: string): Promise<{ readonly now: Date; readonly reached: boolean }>
}

async function advance(call: Call, belfry: Belfry, to: Date, from: Date): Promise<void> {
  const { advance: step } = belfry.clock as Partial<Advancing>
  if (!step) return await belfry.clock.set(to)
  for (let now = from; now < to; ) {
    const reached = await step(`PT${(to.getTime() - now.getTime()) / 1_000}S`)
    if (reached.reached) return
    now = reached.now
    call.terminal.say(`${now.toISOString()} …\n`)
  }
}

async function tell(call: Call, belfry: Belfry): Promise<void> {
  const { now, driven } = await belfry.clock.read()
  const next = await belfry.clock.nextMoment()
  await call.answer({ now, driven, next }, () =>
    [
      `${now.toISOString()}, ${driven ? 'driven' : 'real'}.`,
      next ? `Something happens next at ${next.toISOString()}.` : 'Nothing is to come.',
    ].join(' '),
  )
}
