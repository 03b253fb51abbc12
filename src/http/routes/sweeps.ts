// Sweeps: a periodic look at somebody's table. Describing one reads and writes tables with the rights of Belfry's own connection,
// whoever asks: that is for operators. Running one that is there, and looking at its runs, is for its tenant.

import { z } from 'zod'
import { BelfryError, type Run, type Verbs } from '../../index.ts'
import { presentRun, presentSweep } from '../present.ts'
import { Problem } from '../problem.ts'
import { route } from '../route.ts'
import { name, nothing, paging } from '../schemas/basics.ts'
import { runPage, sweep, sweepIn, sweeps as sweepList, run as theRun } from '../schemas/sweep.ts'

const one = z.strictObject({ name: name.meta({ example: 'tasks' }) })

const put = route({
  method: 'PUT',
  path: '/v1/sweeps/{name}',
  summary: 'Make or change a sweep over a table',
  description:
    'It reads that table, and writes its `reminderSentAt` column, with the rights of Belfry’s own connection. A function as a source is described in a configuration file or a program.',
  door: 'operator',
  params: one,
  body: sweepIn,
  answers: { 200: sweep },
  problems: ['invalid_duration', 'unknown_timezone', 'unknown_channel', 'too_many'],
  async handle({ params, body, verbs }) {
    return { status: 200, body: presentSweep(await verbs.sweeps.put({ ...params, ...body })) }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/sweeps/{name}',
  summary: 'One sweep, when it runs next, and how it ran last',
  door: 'read',
  params: one,
  answers: { 200: sweep },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const found = await verbs.sweeps.get(params.name)
    if (!found) throw noSweep()
    return { status: 200, body: presentSweep(found) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/sweeps',
  summary: 'All sweeps',
  door: 'read',
  answers: { 200: sweepList },
  async handle({ verbs }) {
    return { status: 200, body: { items: (await verbs.sweeps.list()).map(presentSweep) } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/sweeps/{name}',
  summary: 'Remove a sweep',
  description: 'What it has reminded of stays in the ledger: the same sweep, made again, does not repeat it.',
  door: 'operator',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    await verbs.sweeps.delete(params.name)
    return { status: 200, body: {} }
  },
})

const run = route({
  method: 'POST',
  path: '/v1/sweeps/{name}/run',
  summary: 'Run a sweep now',
  description:
    'For an external cron. It answers when the run is over, with what it did; runs at the same time share the work, and none of them repeats what another has reminded of. 503 says that the run failed; the next one goes on from there.',
  door: 'write',
  // It takes as long as there are items.
  idempotency: 'beside',
  takesLong: true,
  params: one,
  answers: { 200: theRun },
  problems: ['not_found', 'in_use', 'run_failed'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentRun(succeeded(await verbs.sweeps.run(params.name))) }
  },
})

const runs = route({
  method: 'GET',
  path: '/v1/sweeps/{name}/runs',
  summary: 'The runs of a sweep, the newest first',
  door: 'read',
  params: one,
  query: z.strictObject(paging),
  answers: { 200: runPage },
  problems: ['not_found'],
  async handle({ params, query, verbs }) {
    const page = await verbs.sweeps.runs(params.name, query)
    return { status: 200, body: { items: page.runs.map(presentRun), nextCursor: page.nextCursor } }
  },
})

const cronName = 'meeting-reminders'
const cronRoute = {
  path: '/api/cron/meeting-reminders',
  description: `Runs the sweep of the name \`${cronName}\`, as \`POST /v1/sweeps/${cronName}/run\` does.`,
  door: 'write',
  takesLong: true,
  answers: { 200: theRun },
  problems: ['not_found', 'in_use', 'run_failed'],
} as const

/** Crons of serverless platforms can send nothing but a GET. */
const cronByGet = route({
  ...cronRoute,
  method: 'GET',
  summary: 'Run the sweep of meeting reminders, from a cron that can only GET',
  async handle({ verbs }) {
    return { status: 200, body: await runMeetingReminders(verbs) }
  },
})

const cronByPost = route({
  ...cronRoute,
  method: 'POST',
  summary: 'Run the sweep of meeting reminders',
  idempotency: 'beside',
  async handle({ verbs }) {
    return { status: 200, body: await runMeetingReminders(verbs) }
  },
})

/** Whether it was never there or is deleted while its turn is waited for: nobody named it in the request. */
async function runMeetingReminders({ sweeps: all }: Verbs) {
  const run = await all.run(cronName).catch((error: unknown) => {
    throw error instanceof BelfryError && error.code === 'not_found' ? noCron() : error
  })
  return presentRun(succeeded(run))
}

function noCron(): Problem {
  return new Problem(
    'not_found',
    `There is no sweep ${cronName} yet: an operator makes it by PUT /v1/sweeps/${cronName}, or it stands under \`sweeps\` in the server’s configuration file.`,
  )
}

/** Whoever looks at the status alone has to see that a run failed. What it had done by then is done. */
function succeeded(run: Run): Run {
  if (run.state !== 'failed') return run
  const why = run.problems.find(({ item }) => item === null)?.message ?? 'The database was away for too long.'
  throw new Problem(
    'run_failed',
    `Run ${run.id} ended after ${run.examined} items, ${run.reminded} of them reminded of. ${why}`,
  )
}

function noSweep(): Problem {
  return new Problem('not_found', 'There is no such sweep.', { pointer: '/name' })
}

export const sweeps = { put, get, remove, list, run, runs }
export const cron = { meetingReminders: cronByGet, runMeetingReminders: cronByPost }
