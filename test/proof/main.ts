// Runs the proof: every scenario, then every sabotaged build, and a table at the end. Exit code 0 means that all promises
// were kept and every sabotage was caught.

import { inspect } from 'node:util'
import { makeBuild } from './build.ts'
import { sabotages, trySabotage } from './sabotage.ts'
import { playScenario } from './scenario.ts'
import { scenarios } from './scenarios/all.ts'
import { startServer, stopServersNow } from './server.ts'
import type { Verdict } from './verdict.ts'

export interface MainOptions {
  readonly root: string
  readonly words: readonly string[]
  readonly say: (line: string) => void
}

interface Row {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly told: readonly string[]
}

export async function main({ root, words, say }: MainOptions): Promise<number> {
  const short = words.includes('--short')
  const only = words.includes('--only') ? (words[words.indexOf('--only') + 1] ?? '').split(',') : null
  const isWanted = (name: string) => only === null || only.includes(name)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopServersNow()
      process.exit(130)
    })
  }
  const build = await makeBuild(root)
  const server = await startServer(build)
  const rows: Row[] = []
  try {
    const stage = { build, serverUrl: await server.createDatabase('proof') }
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (!isWanted(name)) continue
      const size = short ? scenario.short : scenario.full
      say(`— ${scenario.name}: ${JSON.stringify(size)}`)
      rows.push(
        await timed(scenario.name, () =>
          playScenario(scenario, size, { ...stage, say: (line) => say(`  ${line}`) }).then(tell),
        ),
      )
      say(lineOf(rows.at(-1)!))
    }
    for (const [name, sabotage] of Object.entries(sabotages)) {
      if (!isWanted('sabotage') && !only?.includes(name)) continue
      say(`— sabotaged build: ${sabotage.name}`)
      rows.push(
        await timed(`caught: ${sabotage.name}`, async () => {
          const { caught, rounds, verdict } = await trySabotage(sabotage, { root, serverUrl: stage.serverUrl })
          const found = verdict.violations.map(({ violation, detail }) => `${violation}: ${detail.slice(0, 60)} …`)
          return { passed: caught, told: [`by "${sabotage.scenario.name}", round ${rounds}`, ...found] }
        }),
      )
      say(lineOf(rows.at(-1)!))
    }
  } finally {
    await server.close()
    await build.remove()
  }
  return conclude(rows, say)
}

async function timed(name: string, play: () => Promise<{ passed: boolean; told: string[] }>): Promise<Row> {
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  try {
    const { passed, told } = await play()
    return { name, passed, told, seconds: seconds() }
  } catch (error) {
    return { name, passed: false, told: [`the harness failed: ${inspect(error, { depth: 2 })}`], seconds: seconds() }
  }
}

function tell({ figures, violations }: Verdict): { passed: boolean; told: string[] } {
  return {
    passed: violations.length === 0,
    told: [
      ...Object.entries(figures).map(([figure, value]) => `${figure}: ${value}`),
      ...violations.map(({ violation, detail }) => `VIOLATION ${violation}: ${detail}`),
    ],
  }
}

function lineOf({ name, passed, seconds, told }: Row): string {
  return [
    `${passed ? 'PASS' : 'FAIL'}  ${name} (${seconds.toFixed(1)} s)`,
    ...told.map((line) => `        ${line}`),
  ].join('\n')
}

function conclude(rows: readonly Row[], say: (line: string) => void): number {
  say('')
  for (const row of rows) say(lineOf(row))
  const failed = rows.filter(({ passed }) => !passed)
  say(failed.length === 0 ? `All ${rows.length} passed.` : `${failed.length} of ${rows.length} failed.`)
  return failed.length === 0 ? 0 : 1
}
