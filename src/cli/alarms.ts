// `belfry alarms`: pages that come back at growing intervals.

import { BelfryError } from '../errors.ts'
import type { Alarm, AlarmRan, AlarmSync, AlarmSynced, Belfry } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { span, when } from './print/times.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { readingOf } from './program/files.ts'
import { acceptedWhen, readWhen } from './program/when.ts'

export const alarms: Command = {
  usage: [
    'alarms [--user <user>]',
    'alarms put <page> --user <user> [options]',
    'alarms show|delete|more-often|done <page>',
    'alarms snooze <page> <for|until>',
    'alarms sync <file>',
    'alarms run [--limit <count>] [--concurrency <count>]',
  ],
  details: `put makes it due now, and keeps what is not named; an empty text clears it. sync reads {"changed": [{"pageId", "title", "body"}],
"deleted": ["…"]} from a file, or - for the standard input. run rings one batch of due alarms in this process.
For or until: ${acceptedWhen}.`,
  options: {
    user: { value: '<user>', about: 'Whose page it is; of a list: only theirs' },
    title: { value: '<text>', about: 'Cut at 2,000 characters, as the body is' },
    body: { value: '<text>', about: 'What stands under the title' },
    timezone: { value: '<zone>', about: 'The user’s, such as Asia/Seoul' },
    'on-done': { value: '<policy>', about: 'What Done means: end or postpone' },
    policy: { value: '<policy>', about: 'done: end or postpone, this once' },
    concurrency: { value: '<count>', about: 'run: sends at once, 1 to 100 (10)' },
    limit: { value: '<count>', about: 'At the most so many: of a list 1 to 200 (50), of run 1 to 10,000 (1,000)' },
    cursor: { value: '<cursor>', about: 'The page after another' },
  },
  words: [0, 3],
  examples: [
    ['alarms put page-1 --user ana --title "The art of memory"', 'rings now, then after 1, 2, 4 … days'],
    ['alarms --user ana', 'when each of her pages comes back'],
    ['alarms more-often page-1', 'from a day on again'],
    ['alarms run --limit 100', 'what is due now, from a cron without a worker'],
  ],
  async run(call) {
    const [verb = 'list'] = call.words
    const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!work) throw usageError(`${JSON.stringify(verb)} is nothing to do with alarms.`, Object.keys(verbs).join(', '))
    if (call.words.length > (verb === 'snooze' ? 3 : verb === 'run' ? 1 : 2))
      throw usageError(`${JSON.stringify(call.words.at(-1))} is one word too many.`, call.usage)
    return await call.with((belfry, now) => work(call, belfry, now))
  },
}

type Verb = (call: Call, belfry: Belfry, now: Date) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  list,
  put,
  show,
  delete: remove,
  'more-often': moreOften,
  done,
  snooze,
  sync,
  run,
}

async function list(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const user = call.text('user')
  const cursor = call.text('cursor')
  const page = await belfry.alarms.list({
    limit: call.integer('limit', 1, 200) ?? 50,
    ...(user === undefined ? {} : { user }),
    ...(cursor === undefined ? {} : { cursor }),
  })
  await call.answer(page, () => {
    if (page.items.length === 0) return 'There are no alarms.'
    const text = alarmTable(call, page.items, now)
    return page.nextCursor === null ? text : `${text}\nMore: --cursor '${page.nextCursor}'\n`
  })
}

async function put(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const pageId = pageOf(call)
  const userId = call.text('user') ?? (await belfry.alarms.get(pageId))?.userId
  if (userId === undefined) throw usageError('Whose page is it?', `alarms put ${plain(pageId)} --user <user>`)
  const timezone = call.text('timezone')
  const onDone = policyOf(call, 'on-done')
  const alarm = await belfry.alarms.put({
    ...{ pageId, userId, ...textOf(call, 'title'), ...textOf(call, 'body') },
    ...(timezone === undefined ? {} : { timezone }),
    ...(onDone === undefined ? {} : { onDone }),
  })
  await call.answer(alarm, () => alarmTable(call, [alarm], now))
}

/** An empty text clears it. */
function textOf(call: Call, field: 'title' | 'body'): Record<string, string | null> {
  const text = call.text(field)
  return text === undefined ? {} : { [field]: text === '' ? null : text }
}

function policyOf(call: Call, option: string): 'end' | 'postpone' | undefined {
  const text = call.text(option)
  if (text === undefined || text === 'end' || text === 'postpone') return text
  throw usageError(`--${option}: ${JSON.stringify(text.slice(0, 60))} is no policy.`, 'end, postpone')
}

async function show(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const alarm = await known(belfry, pageOf(call))
  await call.answer(alarm, () => `${alarmTable(call, [alarm], now)}\nIts story: belfry show ${alarm.reminderId}\n`)
}

async function remove(call: Call, belfry: Belfry): Promise<number | undefined> {
  const { pageId } = await known(belfry, pageOf(call))
  const result = await belfry.alarms.delete(pageId)
  await call.answer(result, () =>
    result.deleted
      ? 'Deleted: nothing of it will be sent any more.'
      : 'Deleted, but one is being sent just now, or nobody knows whether it was. It is not tried again.',
  )
  return result.deleted ? undefined : exit.refused
}

async function moreOften(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  await answerNext(call, await belfry.alarms.moreOften(pageOf(call)), now)
}

async function done(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const policy = policyOf(call, 'policy')
  await answerNext(call, await belfry.alarms.done(pageOf(call), policy === undefined ? {} : { policy }), now)
}

async function snooze(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const { pageId, timezone: zone } = await known(belfry, pageOf(call))
  const until = readWhen(call.word(2, 'moment'), { now, zone })
  const input = until.kind === 'after' ? { for: until.duration } : { until: until.at }
  await answerNext(call, await belfry.alarms.snooze(pageId, input), now)
}

async function answerNext(call: Call, alarm: Alarm, now: Date): Promise<void> {
  const { nextAlarmTime, timezone, status } = alarm
  await call.answer(alarm, () =>
    nextAlarmTime
      ? `Rings next: ${when(nextAlarmTime, timezone, now)} ${timezone}.`
      : status === 'done'
        ? 'Done.'
        : `It is ${status}.`,
  )
}

async function sync(call: Call, belfry: Belfry): Promise<number | undefined> {
  const synced = await belfry.alarms.sync(await changesOf(call))
  await call.answer(synced, () => syncedWords(synced))
  return synced.deleted.every(({ deleted }) => deleted) ? undefined : exit.refused
}

/** What is wrong inside of it is refused by the verb, with its place. */
async function changesOf(call: Call): Promise<AlarmSync> {
  const file = call.word(1, 'file')
  const chunks: Uint8Array[] = []
  for await (const chunk of readingOf(call, file).chunks) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as AlarmSync
  } catch {
    throw new BelfryError('invalid_input', `${file === '-' ? 'The standard input' : file} is not JSON.`, {
      accepted: '{"changed": [{"pageId": "…", "title": "…"}], "deleted": ["…"]}',
    })
  }
}

function syncedWords({ changed, deleted, unknown }: AlarmSynced): string {
  const late = deleted.filter((one) => !one.deleted).length
  return [
    `Changed: ${changed.length}.`,
    `Deleted: ${deleted.length}.`,
    ...(unknown.length > 0 ? [`Without an alarm: ${unknown.length}.`] : []),
    ...(late > 0 ? [`Being sent just now, or unknown: ${late}.`] : []),
  ].join(' ')
}

async function run(call: Call, belfry: Belfry): Promise<undefined> {
  const fetchLimit = call.integer('limit', 1, 10_000)
  const concurrency = call.integer('concurrency', 1, 100)
  const ran = await belfry.alarms.run({
    ...(fetchLimit === undefined ? {} : { fetchLimit }),
    ...(concurrency === undefined ? {} : { concurrency }),
  })
  await call.answer(ran, () => ranWords(ran))
}

function ranWords({ fetched, processingTimeMs, concurrency: _, ...counts }: AlarmRan): string {
  if (fetched === 0) return 'Nothing was due.'
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return `Taken: ${fetched}, in ${span(processingTimeMs)}. ${parts.map(([what, count]) => `${what} ${count}`).join(', ')}`
}

function pageOf(call: Call): string {
  return call.word(1, 'page')
}

async function known(belfry: Belfry, pageId: string): Promise<Alarm> {
  const alarm = await belfry.alarms.get(pageId)
  if (alarm) return alarm
  throw new BelfryError('not_found', `There is no alarm of the page ${JSON.stringify(pageId)}.`, { field: '/pageId' })
}

function alarmTable(call: Call, items: readonly Alarm[], now: Date): string {
  const rows = items.map(({ pageId, userId, title, body, nextAlarmTime, sentCount, status, timezone }) => [
    plain(pageId),
    plain(userId),
    nextAlarmTime ? `${when(nextAlarmTime, timezone, now)} ${timezone}` : status,
    String(sentCount),
    plain(title ?? body ?? ''),
  ])
  const { columns, isTty } = call.terminal
  return table(['page', 'user', 'next', 'count', 'title'], rows, { columns, paint: call.paint, cut: isTty.out })
}
