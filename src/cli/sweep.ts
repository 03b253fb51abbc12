// `belfry sweep`: looks at tables for what comes due, now or as they are scheduled. `run` takes over the sweeps of the configuration
// file first; they belong to the tenant of the settings, and with --tenant on the command line they are left alone.

import { BelfryError } from '../errors.ts'
import type { Belfry, Run, Sweep, SweepInput } from '../index.ts'
import { repeating } from '../time/clock.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { readJsonFile } from './program/files.ts'
import { verbOf } from './program/verb.ts'

export const sweep: Command = {
  usage: [
    'sweep',
    'sweep run <name>',
    'sweep runs <name>',
    'sweep show <name>',
    'sweep put <file.json>',
    'sweep delete <name>',
  ],
  details: `A sweep looks at a table and reminds of what comes due. A worker runs it on its schedule; run does it now, here, and ends with
1 where the run failed. It may run at the same time as others: they share the work.`,
  options: {
    limit: { value: '<count>', about: 'runs: at the most so many, 1 to 200 (20)' },
    cursor: { value: '<cursor>', about: 'runs: the page after another' },
  },
  words: [0, 2],
  examples: [
    ['sweep', 'every sweep, when it runs next and how it ran last'],
    ['sweep run tasks', 'runs one now'],
    ['sweep runs tasks --json', 'what its runs did'],
    ['sweep put tasks.json', 'makes or changes one'],
  ],
  async run(call) {
    const work: Verb = verbOf<Verb>(call, 'sweeps', verbs)
    if (work === verbs.list && call.words.length > 1)
      throw usageError(`${JSON.stringify(call.words[1])} is one word too many.`, call.usage)
    // A look at what is there changes nothing, and only a run needs what the file alone has: functions.
    const { sweeps } = call.settings
    const isOwn = work === verbs.run && sweeps !== null && call.resolved.sources.tenant !== 'option'
    return await call.with((belfry, now) => work(call, belfry, now), isOwn ? { sweeps } : {})
  },
}

type Verb = (call: Call, belfry: Belfry, now: Date) => Promise<number | undefined>

const verbs = {
  async list(call, { sweeps }, now) {
    const items = await sweeps.list()
    await call.answer({ items }, () => (items.length === 0 ? noneYet : sweepTable(call, items, now)))
    return undefined
  },
  async run(call, { sweeps }) {
    const name = call.word(1, 'sweep')
    requireSweep(name, await sweeps.get(name))
    const progress = call.progress('items looked at')
    const stopLooking = repeating(
      lookEveryMs,
      async () => progress.at((await sweeps.runs(name, { limit: 1 })).runs[0]?.examined ?? 0),
      () => {},
    )
    const run = await sweeps.run(name).finally(() => {
      stopLooking()
      progress.clear()
    })
    await call.answer(run, () => runWords(call, run))
    return run.state === 'failed' ? exit.failed : undefined
  },
  async runs(call, { sweeps }, now) {
    const name = call.word(1, 'sweep')
    requireSweep(name, await sweeps.get(name))
    const cursor = call.text('cursor')
    const { runs, nextCursor } = await sweeps.runs(name, {
      limit: call.integer('limit', 1, 200) ?? 20,
      ...(cursor === undefined ? {} : { cursor }),
    })
    await call.answer({ items: runs, nextCursor }, () =>
      runs.length === 0 ? `${plain(name)} has not run yet.` : runTable(call, runs, now),
    )
    return undefined
  },
  async show(call, { sweeps }, now) {
    const name = call.word(1, 'sweep')
    const found = requireSweep(name, await sweeps.get(name))
    await call.answer(found, () => `${sweepTable(call, [found], now)}\n${JSON.stringify(found.definition, null, 2)}\n`)
    return undefined
  },
  async put(call, { sweeps }, now) {
    // What is wrong with it is said there, with its place.
    const made = await sweeps.put((await readJsonFile(call, call.word(1, 'file'))) as SweepInput)
    await call.answer(made, () => sweepTable(call, [made], now))
    return undefined
  },
  async delete(call, { sweeps }) {
    const name = call.word(1, 'sweep')
    requireSweep(name, await sweeps.get(name))
    await sweeps.delete(name)
    await call.answer({ name, deleted: true }, () => `Deleted: ${plain(name)}.`)
    return undefined
  },
} satisfies Record<string, Verb>

const lookEveryMs = 1_000
const noneYet = 'There are no sweeps yet: belfry sweep put <file.json>, or `sweeps` in the configuration file.'

function requireSweep(name: string, found: Sweep | null): Sweep {
  if (found) return found
  throw new BelfryError('not_found', `There is no sweep ${JSON.stringify(name)}.`, {
    field: '/name',
    accepted: 'one that belfry sweep lists',
  })
}

function sweepTable(call: Call, items: readonly Sweep[], now: Date): string {
  const { timezone, columns, isTty } = call.terminal
  const rows = items.map(({ name, every, enabled, nextRunAt, lastRun, origin }) => [
    plain(name),
    plain(every),
    !enabled ? 'when asked' : nextRunAt ? when(nextRunAt, timezone, now) : '-',
    lastRun ? `${when(lastRun.startedAt, timezone, now)}: ${outcomeOf(lastRun)}` : 'never',
    origin,
  ])
  const shown = table(['name', 'every', 'next', 'last', 'from'], rows, { columns, paint: call.paint, cut: isTty.out })
  const warnings = items.flatMap(({ name, warnings: all }) => all.map((one) => `${plain(name)}: ${plain(one)}\n`))
  return warnings.length === 0 ? shown : `${shown}\n${warnings.join('')}`
}

function outcomeOf({ state, reminded, errors }: Run): string {
  if (state === 'running') return 'running'
  const words = `${state === 'failed' ? 'failed, ' : ''}${reminded.toLocaleString('en')} reminded`
  return errors === 0 ? words : `${words}, ${errors.toLocaleString('en')} with errors`
}

function runTable(call: Call, runs: readonly Run[], now: Date): string {
  const { timezone, columns, isTty } = call.terminal
  const rows = runs.map((run) => [
    run.id,
    when(run.startedAt, timezone, now),
    run.state,
    run.examined.toLocaleString('en'),
    run.reminded.toLocaleString('en'),
    skippedWords(run) || '-',
    run.errors.toLocaleString('en'),
    run.tookMs === null ? '-' : `${(run.tookMs / 1_000).toFixed(1)} s`,
    run.trigger,
  ])
  const head = ['id', 'began', 'state', 'examined', 'reminded', 'skipped', 'errors', 'took', 'by']
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}

function runWords(call: Call, run: Run): string {
  const { examined, reminded, errors, tookMs, problems } = run
  const took = tookMs === null ? '' : ` in ${(tookMs / 1_000).toFixed(1)} s`
  const counts = [
    `${reminded.toLocaleString('en')} of ${examined.toLocaleString('en')} reminded of`,
    ...(skippedWords(run) === '' ? [] : [`skipped: ${skippedWords(run)}`]),
    ...(errors === 0 ? [] : [`${errors.toLocaleString('en')} with errors`]),
  ]
  const head = `${run.state === 'failed' ? call.paint.red('Failed') : 'Done'}${took}: ${counts.join(', ')}.\n`
  if (problems.length === 0) return head
  const rows = problems.map(({ item, message }) => [plain(item ?? '-'), plain(message)])
  const { columns } = call.terminal
  return `${head}\n${table(['item', 'what was wrong'], rows, { columns, paint: call.paint, cut: false })}`
}

function skippedWords({ skipped }: Run): string {
  return Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${count.toLocaleString('en')} ${reason}`)
    .join(', ')
}
