// The overview: numbers of the whole installation, and how they were. How much other tenants send is not a tenant's to know, so it
// is behind the operators' door; a tenant's key counts its own by the lists.

import { z } from 'zod'
import type { LeasedWorker, Overview, OverviewOptions } from '../../index.ts'
import { timeOf, timeOrNull } from '../present.ts'
import { route } from '../route.ts'
import { duration } from '../schemas/basics.ts'
import * as shapes from '../schemas/overview.ts'
import { presentHold } from './operator.ts'

const at = z.iso.datetime({ offset: true })

const read = route({
  method: 'GET',
  path: '/v1/overview',
  summary: 'How it does now, and did over time, all tenants together',
  description:
    'Counts by outcome and lateness in spans of `step`, from what workers write down every ten seconds; kept for 31 days. A week costs as much with a million deliveries as with ten.',
  door: 'operator',
  query: z.strictObject({
    from: at.optional().describe('So long before `to` as `last` says, if left out.'),
    last: duration.optional().describe('Instead of `from`; `PT1H` if left out.').meta({ example: 'PT24H' }),
    to: at.optional().describe('Now if left out.'),
    step: duration
      .optional()
      .describe('Whole minutes; `PT1M` if left out. At most 750 spans.')
      .meta({ example: 'PT15M' }),
  }),
  answers: { 200: shapes.overview },
  problems: ['invalid_duration', 'too_many'],
  async handle({ query, operator }) {
    const [overview, holds] = await Promise.all([operator.overview.read(asked(query)), operator.holds.list()])
    return { status: 200, body: { ...present(overview), holds: holds.map(presentHold) } }
  },
})

interface Asked {
  readonly from?: string | undefined
  readonly last?: string | undefined
  readonly to?: string | undefined
  readonly step?: string | undefined
}

function asked({ from, last, to, step }: Asked): OverviewOptions {
  return {
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(last === undefined ? {} : { last }),
    ...(to === undefined ? {} : { to: new Date(to) }),
    ...(step === undefined ? {} : { step }),
  }
}

function present({ stats, workers, lastHour, spans }: Overview) {
  const { now, due, oldestDueAt, reminders: pending, waiting, attention } = stats
  return {
    ...{ now: timeOf(now), due, oldestDueAt: timeOrNull(oldestDueAt), pending, waiting, attention, lastHour },
    workers: workers.map(presentWorker),
    spans: spans.map((span) => ({ ...span, at: span.at.toISOString() })),
  }
}

function presentWorker(worker: LeasedWorker) {
  return { ...worker, since: timeOrNull(worker.since), leaseUntil: timeOrNull(worker.leaseUntil) }
}

export const overview = { read }
