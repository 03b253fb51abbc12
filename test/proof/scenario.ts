// What every scenario of the proof looks like: a name, the channels it sends on, two sizes, and one function that plays
// it in a world and answers with figures and violations.

import type { Build } from './build.ts'
import type { ServerOptions } from './server.ts'
import type { Verdict } from './verdict.ts'
import { type World, withWorld } from './world.ts'

export interface Scenario<Size> {
  readonly name: string
  readonly channels: readonly string[]
  /** It stops and starts PostgreSQL, and so needs one of its own. */
  readonly stopsServer: boolean
  readonly full: Size
  readonly short: Size
  play(world: World, size: Size): Promise<Verdict>
}

export interface Stage {
  readonly build: Build
  readonly serverUrl: string
  /** For scenarios that need a server of their own. */
  readonly server?: ServerOptions
  readonly say?: (line: string) => void
}

export async function playScenario<Size>(
  scenario: Scenario<Size>,
  size: Size,
  { build, serverUrl, server, say }: Stage,
): Promise<Verdict> {
  const { channels, stopsServer } = scenario
  return await withWorld({ build, channels, say, server, serverUrl: stopsServer ? null : serverUrl }, (world) =>
    scenario.play(world, size),
  )
}
