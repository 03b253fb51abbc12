// What had fired elsewhere and waits: it goes on waiting here, and is sent when its time has come. What lives here already is left
// alone, whatever became of it. These lines come last: nothing that is put or scheduled afterwards calls them back.

import { type Context, wakeWorkers } from '../engine/context.ts'
import { readChannel } from '../engine/reminder.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readInteger, readJson, readObject, readText } from '../input.ts'
import { readKey } from '../ledger/ledger.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import type { Item, Outcome } from './tenant-outcome.ts'
import { readAdjusted } from './tenant-series.ts'
import { readTime, requireTime } from './values.ts'

const keyFields = ['entityType', 'entityId', 'reminderType', 'userId', 'occurrence']
const contentFields = ['title', 'body', 'data', 'critical']
const fields = [
  ...keyFields,
  ...['generation', 'channel', 'first', 'at', 'fallback', 'after', 'dueAt', 'usefulUntil', 'plannedAt', 'adjusted'],
  ...['step', 'tries', 'gathers'],
  ...contentFields,
]

export async function takeWaiting(context: Context, { value }: Item): Promise<Outcome> {
  const line = readLine(context, readObject(value, fields, ''))
  return await context.db.transaction(async (tx) => {
    // Held against erasure, as everything that is written for somebody.
    const [known] = await tx.run('lock-recipients', [context.tenant, [line.recipient]])
    if (!known) throw new BelfryError('unknown_recipient', 'There is no such recipient.', { field: '/userId' })
    const [written] = await tx.run('import-waiting', parametersOf(context, line))
    if (!written) return 'unchanged'
    if (line.atMs !== null) await wakeWorkers(context, tx, line.atMs)
    return 'created'
  })
}

function readLine(context: Context, line: Record<string, unknown>) {
  const key = readKey(context, Object.fromEntries(keyFields.map((name) => [name, line[name]])))
  const flag = (name: string) => line[name] !== undefined && readBoolean(line[name], `/${name}`)
  const whole = (name: string, otherwise: number, max: number) =>
    line[name] === undefined ? otherwise : readInteger(line[name], `/${name}`, otherwise, max)
  const text = (name: string, limit: object) =>
    line[name] === undefined ? null : readText(line[name], `/${name}`, limit)
  const atMs = readTime(line.at, 'UTC', '/at')
  const afterMs = line.after === undefined ? null : durationMs(line.after, '/after', limits.ladderDaysMax)
  return {
    ...key,
    occurrence: key.occurrence ?? 'once',
    generation: whole('generation', 1, 2 ** 31 - 1),
    channel: readChannel(line.channel, context.channels, '/channel'),
    first: flag('first'),
    atMs,
    fallback: line.fallback === undefined ? null : readChannel(line.fallback, context.channels, '/fallback'),
    // As rows have it: -1 stands by.
    delayMs: atMs === null ? -1 : afterMs,
    dueMs: requireTime(line.dueAt, 'UTC', '/dueAt'),
    usefulUntilMs: requireTime(line.usefulUntil, 'UTC', '/usefulUntil'),
    plannedMs: readTime(line.plannedAt, 'UTC', '/plannedAt'),
    adjusted: readAdjusted(line.adjusted, '/adjusted'),
    step: text('step', { bytesMax: 64 }),
    tries: whole('tries', 0, 1_000),
    gathers: flag('gathers'),
    critical: flag('critical'),
    title: text('title', { charsMax: limits.titleCharsMax }),
    body: text('body', { charsMax: limits.bodyCharsMax }),
    data: line.data === undefined ? null : readJson(line.data, '/data'),
  }
}

function parametersOf({ tenant }: Context, line: ReturnType<typeof readLine>): unknown[] {
  return [
    ...[tenant, line.bucket, line.id, line.entityType, line.entityId, line.kind, line.recipient],
    ...[line.occurrence, line.generation, line.channel, line.first],
    ...[line.atMs, line.dueMs, line.usefulUntilMs, line.plannedMs, line.adjusted, line.step, line.delayMs],
    ...[line.critical, line.fallback, line.tries, line.gathers, line.title, line.body, line.data],
  ]
}
