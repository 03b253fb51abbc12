// Plays one sequence of commands on Belfry and on the model, and compares after each: what the verbs answered, and what the
// channel was given. A difference is a broken promise, by name.

import type { PutResult } from '../../src/entities/put.ts'
import { BelfryError } from '../../src/index.ts'
import { instantToLocal } from '../../src/time/zone.ts'
import { instantAt } from '../../src/time/zone-rules.ts'
import { type Command, descriptions, quietHours, type Sequence, type When } from './commands.ts'
import { instantName } from './moments.ts'
import type { Entity } from './plan-model.ts'
import { minuteMs, type Nominal, type Reminder } from './promise.ts'
import * as series from './series-model.ts'
import type { Stage } from './stage.ts'
import { BrokenPromise, compareRings, compareStory } from './witness.ts'
import { type Refusal, World } from './world.ts'

let played = 0

/** Everything of a sequence carries its number: sequences never meet. */
export async function play(stage: Stage, { start, commands }: Sequence): Promise<void> {
  const player = new Player(stage, `${process.pid}-${++played}`, Date.parse(start))
  await player.begin()
  for (const [i, command] of commands.entries()) {
    try {
      await player.play(command)
    } catch (error) {
      const after = `command ${i + 1} of ${commands.length}, ${JSON.stringify(command)}, at ${new Date(stage.nowMs).toISOString()}`
      await player.forget().catch(() => {})
      throw new Error(`${after}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  await player.finish()
}

class Player {
  readonly #stage: Stage
  readonly #world: World
  readonly #run: string
  readonly #ids = new Map<Reminder, string>()

  constructor(stage: Stage, run: string, nowMs: number) {
    this.#stage = stage
    this.#run = run
    this.#world = new World(nowMs)
  }

  #name(id: string): string {
    return `${this.#run}-${id}`
  }

  async begin(): Promise<void> {
    await this.#stage.begin(this.#world.nowMs)
    for (const id of ['ana', 'bo']) {
      this.#world.people.set(id, { id, zone: 'UTC', quiet: null })
      await this.#stage.belfry.recipients.put({ id: this.#name(id) })
    }
  }

  async play(command: Command): Promise<void> {
    await this.#do(command)
    await this.#stage.settle()
    this.#world.look()
    this.#compareRings()
  }

  async #do(command: Command): Promise<void> {
    switch (command.do) {
      case 'put':
        return await this.#put(command)
      case 'cancel':
      case 'complete':
      case 'delete':
        return await this.#endEntity(command.entity, command.do)
      case 'once':
        return await this.#once(command)
      case 'series':
        return await this.#series(command)
      case 'skip':
      case 'pause':
      case 'resume':
        return await this.#withSeries(command.do, command.which)
      case 'acknowledge':
      case 'cancelOne':
        return await this.#done(command.do, command.which)
      case 'snooze':
        return await this.#snooze(command)
      case 'person':
        return await this.#person(command)
      case 'erase':
        return await this.#erase(command.who)
      case 'provider':
        this.#stage.answer = this.#world.answer = command.answers
        return
      case 'advance':
      case 'jump':
        return await this.#pass(command)
      case 'stall':
      case 'crash':
        return await this.#stall(command)
    }
  }

  async #pass({ do: how, minutes }: Command & { do: 'advance' | 'jump' }): Promise<void> {
    const world = this.#world
    const targetMs = world.nowMs + minutes * minuteMs
    if (how === 'advance') {
      world.advanceTo(targetMs)
      return await this.#stage.advanceTo(targetMs)
    }
    world.jumpTo(targetMs)
    await this.#stage.jumpTo(targetMs)
  }

  /** At the next moment that something is due, or else at the end. */
  async #stall({ do: how, minutes, meanwhile }: Command & { do: 'stall' | 'crash' }): Promise<void> {
    const world = this.#world
    const targetMs = world.nowMs + minutes * minuteMs
    const atMs = Math.min(world.nextMs() ?? targetMs, targetMs)
    const before = world.rings.length
    world.isStalled = true
    world.jumpTo(atMs)
    world.isStalled = false
    const sending = world.rings.length - before
    const happens = async () => {
      if (meanwhile) await this.#do(meanwhile)
    }
    if (how === 'crash') await this.#stage.crashAt(atMs, sending, happens)
    else await this.#stage.stallAt(atMs, sending, happens)
    world.conclude(how === 'crash' ? 'unknown' : world.answer)
  }

  #local({ days, time }: When, zone: string): string {
    const today = instantToLocal(instantAt(this.#world.nowMs), zone).toPlainDate()
    return `${today.add({ days }).toString()}T${time}`
  }

  async #put(command: Command & { do: 'put' }): Promise<void> {
    const before = this.#world.entities.get(command.entity) ?? null
    const zone = command.zone === undefined ? (before?.anchor?.zone ?? null) : command.zone
    const at = command.at ? this.#local(command.at, zone ?? 'UTC') : command.at
    const kept = before?.anchor ? { ...before.anchor, zone } : null
    const anchor = at === undefined ? kept : at === null ? null : { occurrence: at, zone }
    const entity: Entity = {
      ...{ id: command.entity, status: 'active', anchor, steps: command.plan ?? before?.steps ?? [] },
      members: new Map(
        command.recipients?.map((one) => (typeof one === 'string' ? [one, null] : [one.id, one.plan])) ??
          before?.members,
      ),
      ...{ latePolicy: command.late ?? before?.latePolicy ?? 'skip', title: command.title ?? before?.title ?? null },
      critical: command.critical ?? before?.critical ?? false,
    }
    const { plan, title, critical } = command
    const answer = await this.#stage.belfry.entities.put({
      ...{ type: 'thing', id: this.#name(command.entity) },
      ...(at !== undefined && { at }),
      ...(command.zone !== undefined && { timezone: command.zone }),
      ...(plan && { plan }),
      ...(title && { title }),
      ...(critical !== undefined && { critical }),
      ...(command.late && { latePolicy: command.late }),
      ...(command.recipients && {
        recipients: command.recipients.map((one) =>
          typeof one === 'string' ? this.#name(one) : { ...one, id: this.#name(one.id) },
        ),
      }),
    })
    const { merged: _, ...expected } = this.#world.put(entity, before)
    this.#learn(command.entity, answer)
    const { created, moved, cancelled, unchanged, skippedPast } = answer
    this.#expect('put answers what it did', expected, { created, moved, cancelled, unchanged, skippedPast })
  }

  #learn(entity: string, { reminders }: PutResult): void {
    for (const { id, kind, recipient } of reminders)
      this.#ids.set(this.#world.reminder(entity, kind, recipient.slice(this.#run.length + 1)), id)
  }

  async #endEntity(id: string, how: 'cancel' | 'complete' | 'delete'): Promise<void> {
    const expected = this.#world.endEntity(id, how)
    const answer = await this.#answer(async () => {
      const { cancelled } = await this.#stage.belfry.entities[how]({ type: 'thing', id: this.#name(id) })
      return cancelled
    })
    this.#expect('the end of an entity names what it ended', expected, answer)
  }

  #nominal(at: When | number, zone: string | null, who: string): Nominal {
    if (typeof at === 'number') return { occurrence: instantName(this.#world.nowMs + at * minuteMs), zone: null }
    return { occurrence: this.#local(at, zone ?? this.#world.person(who).zone), zone }
  }

  async #once(command: Command & { do: 'once' }): Promise<void> {
    const { at, who, title, again = false, critical = false } = command
    const nominal = this.#nominal(at, command.zone, who)
    const reminder = this.#world.reminder(command.entity, 'once', who)
    const scheduling = { at: nominal, description: null, title, critical, again }
    const input = typeof at === 'number' ? { in: `PT${at}M` } : { at: nominal.occurrence }
    const zone = typeof at === 'number' || command.zone === null ? {} : { timezone: command.zone }
    await this.#schedule(reminder, scheduling, { ...input, ...zone, kind: 'once', again, critical })
  }

  async #series(command: Command & { do: 'series' }): Promise<void> {
    const { at, who, title, as } = command
    const nominal = this.#nominal(at, command.zone, who)
    const reminder = this.#world.reminder(command.entity, 'series', who)
    const description = descriptions[as]
    const zone = command.zone === null ? {} : { timezone: command.zone }
    const scheduling = { at: nominal, description, title, critical: false, again: false }
    await this.#schedule(reminder, scheduling, {
      at: nominal.occurrence,
      ...zone,
      kind: 'series',
      ...description.input,
    })
  }

  async #schedule(reminder: Reminder, scheduling: Parameters<World['schedule']>[1], input: object): Promise<void> {
    const expected = this.#world.schedule(reminder, scheduling)
    const { title } = scheduling
    const entity = { type: 'thing', id: this.#name(reminder.entity) }
    const recipient = this.#name(reminder.person.id)
    const answer = await this.#answer(async () => {
      const { id, status, dueAt } = await this.#stage.belfry.reminders.schedule({
        entity,
        recipient,
        title: title ?? '',
        ...input,
      })
      this.#ids.set(reminder, id)
      return status === 'created' || status === 'updated' ? { status, dueAt } : { status }
    })
    const dueAt = dateOf(reminder.coming?.dueMs)
    const isWritten = expected === 'created' || expected === 'updated'
    const wanted =
      typeof expected !== 'string' ? expected : isWritten ? { status: expected, dueAt } : { status: expected }
    // A series that waits has no moment to name.
    if (dueAt !== null || !isWritten) this.#expect('schedule answers what it did', wanted, answer)
  }

  #pick(which: number): [Reminder, string] | null {
    const all = [...this.#ids]
    return all[which % Math.max(1, all.length)] ?? null
  }

  async #withSeries(verb: 'skip' | 'pause' | 'resume', which: number): Promise<void> {
    const picked = this.#pick(which)
    if (!picked) return
    const [reminder, id] = picked
    const expected = this.#expectSeries(verb, reminder)
    const answer = await this.#answer(async () => (await this.#stage.belfry.reminders[verb](id)).dueAt)
    this.#expect(`${verb} answers when it rings next`, expected, answer)
  }

  #expectSeries(verb: 'skip' | 'pause' | 'resume', reminder: Reminder): Date | null | Refusal {
    const { nowMs } = this.#world
    if (!reminder.series) return { refused: 'not_repeating' }
    if (verb === 'pause') {
      series.pause(reminder)
      return null
    }
    if (verb === 'resume') series.resume(reminder, nowMs)
    else {
      const isRule = reminder.series.description.kind === 'rule' || reminder.series.main !== null
      if (!isRule || reminder.coming?.dueMs == null) return { refused: 'invalid_input' }
      this.#world.skip(reminder)
    }
    return dateOf(reminder.coming?.dueMs)
  }

  async #done(verb: 'acknowledge' | 'cancelOne', which: number): Promise<void> {
    const picked = this.#pick(which)
    if (!picked) return
    const [reminder, id] = picked
    this.#world.cancel(reminder, verb === 'acknowledge')
    const { reminders } = this.#stage.belfry
    if (verb === 'cancelOne') {
      await reminders.cancel(id)
      return
    }
    const { nextDueAt } = await reminders.acknowledge(id)
    this.#expect('acknowledge answers when it rings next', dateOf(reminder.coming?.dueMs), nextDueAt)
  }

  async #snooze({ which, minutes, next }: Command & { do: 'snooze' }): Promise<void> {
    const picked = this.#pick(which)
    if (!picked) return
    const [reminder, id] = picked
    const snoozed = this.#world.snooze(reminder, this.#world.nowMs + minutes * minuteMs, next)
    const answer = await this.#answer(async () => {
      const { dueAt, collapsed } = await this.#stage.belfry.reminders.snooze(id, { for: `PT${minutes}M`, next })
      return { dueAt, collapsed }
    })
    const expected = 'refused' in snoozed ? snoozed : { dueAt: dateOf(snoozed.dueMs), collapsed: snoozed.collapsed }
    this.#expect('snooze answers when it rings', expected, answer)
  }

  async #person({ who, zone, quiet }: Command & { do: 'person' }): Promise<void> {
    const person = this.#world.person(who)
    const before = JSON.stringify(person)
    Object.assign(person, { ...(zone && { zone }), ...(quiet && { quiet: quietHours[quiet] }) })
    if (JSON.stringify(person) !== before) this.#world.replan(person)
    await this.#stage.belfry.recipients.put({
      id: this.#name(who),
      ...(zone && { timezone: zone }),
      ...(quiet && { quietHours: quietHours[quiet] }),
    })
  }

  async #erase(who: string): Promise<void> {
    this.#world.erase(who)
    await this.#stage.belfry.recipients.delete(this.#name(who))
    await this.#stage.belfry.recipients.put({ id: this.#name(who) })
  }

  async #answer<T>(ask: () => Promise<T>): Promise<T | Refusal> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof BelfryError) return { refused: error.code }
      throw error
    }
  }

  #expect(promise: string, expected: unknown, answered: unknown): void {
    if (JSON.stringify(sorted(expected)) !== JSON.stringify(sorted(answered)))
      throw new BrokenPromise(promise, { expected, answered })
  }

  #compareRings(): void {
    const { rings } = this.#world
    const { given } = this.#stage
    this.#world.rings = []
    this.#stage.given = []
    compareRings(rings, given, `${this.#run}-`)
  }

  /** Everything ends: what was never sent has a final state and a reason, and the ledger agrees about what was. */
  async finish(): Promise<void> {
    try {
      for (const id of new Set([...this.#world.reminders.values()].map(({ entity }) => entity)))
        await this.#endEntity(id, 'cancel')
      for (const [reminder, id] of this.#ids) compareStory(reminder, await this.#stage.belfry.reminders.explain(id))
    } finally {
      await this.forget()
    }
  }

  async forget(): Promise<void> {
    for (const id of ['ana', 'bo']) await this.#stage.belfry.recipients.delete(this.#name(id))
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function dateOf(ms: number | null | undefined): Date | null {
  return ms == null ? null : new Date(ms)
}
