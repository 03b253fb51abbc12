// `belfry doctor`: looks for trouble, and says what to do.

import type { Belfry } from '../index.ts'
import { type Facts, findingsOf, type SweepFacts } from './doctor/checks.ts'
import type { Finding } from './doctor/finding.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'

export const doctor: Command = {
  usage: ['doctor'],
  details: 'Looks at every tenant. Ends with 1 where something fails, with 0 where all is well or needs only a look.',
  words: [0, 0],
  examples: [['doctor --json', '{"state": "ok", "findings": […]}, for monitoring']],
  async run(call) {
    const findings = findingsOf(await call.with((belfry) => factsOf(call, belfry), { roles: true }))
    const worst = (['fail', 'warn'] as const).find((state) => findings.some((one) => one.state === state)) ?? 'ok'
    await call.answer({ state: worst, findings }, () => wordsOf(call, findings))
    return worst === 'fail' ? exit.failed : undefined
  },
}

async function factsOf(call: Call, belfry: Belfry): Promise<Facts> {
  const { terminal, settings } = call
  const [workers, holds] = await Promise.all([belfry.workers.list(), belfry.holds.list()])
  // The second time, when connection and plan are there, is what a statement costs.
  await belfry.health.read()
  const beforeMs = terminal.nowMs()
  const beforeWallMs = terminal.wallMs()
  const health = await belfry.health.read()
  const roundTripMs = terminal.nowMs() - beforeMs
  return {
    ...{ health, workers, holds, roundTripMs },
    channels: belfry.channels.list(),
    secretsTrouble: await belfry.secrets.check(),
    machineMs: (beforeWallMs + terminal.wallMs()) / 2,
    wantsDrivenClock: settings.clock === 'driven',
    hasRoles: belfry.hasRoles,
    sweeps: await sweepFacts(belfry),
  }
}

/** Tenants that are looked through for sweeps: a page at a time, and not for ever. */
const tenantPagesMax = 10

async function sweepFacts(belfry: Belfry): Promise<SweepFacts[]> {
  const facts: SweepFacts[] = []
  let cursor: string | null = null
  for (let page = 0; page < tenantPagesMax; page++) {
    const { items, nextCursor } = await belfry.tenants.list({ limit: 200, ...(cursor === null ? {} : { cursor }) })
    for (const { id: tenant } of items) facts.push(...(await sweepFactsOf(tenant, belfry.as({ tenant }).sweeps)))
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return facts
}

async function sweepFactsOf(tenant: string, sweeps: Belfry['sweeps']): Promise<SweepFacts[]> {
  const facts: SweepFacts[] = []
  for (const { name, lastRun } of await sweeps.list())
    facts.push({ tenant, name, warnings: await sweeps.check(name), hasFailed: lastRun?.state === 'failed' })
  return facts
}

function wordsOf({ paint }: Call, findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const colours = { ok: paint.green, warn: paint.yellow, fail: paint.red }
  return findings
    .map(({ check, state, words, todo }) => {
      const line = `${colours[state](state.padEnd(4))}  ${check.padEnd(width)}  ${words}`
      return todo === undefined ? line : `${line}\n${' '.repeat(width + 8)}→ ${todo}`
    })
    .join('\n')
}
