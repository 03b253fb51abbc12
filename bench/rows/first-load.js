// The first screen of the dashboard in a browser that has never seen it: nothing is in its cache, and its code is not compiled.

import { belfry, percentile } from '../arena.js'
import { inBrowser, operatorKey } from '../browser.js'
import { startServe } from '../servers/servers.js'

export const title = 'the first screen, first time'
export const goal = '≤ 1 s until it can be used, from a local server'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async ({ database }) => {
    const server = await startServe({ DATABASE_URL: database, BELFRY_OPERATOR_KEY: operatorKey })
    try {
      const tookMs = []
      for (let i = 0; i < sizes.firstLoads; i++) {
        arena.say(`load ${i + 1}/${sizes.firstLoads}`)
        // A browser of its own each time.
        tookMs.push(await inBrowser(server.port, '/', (page) => page.evaluate(untilUsable)))
      }
      tookMs.sort((a, b) => a - b)
      const [p50, slowest] = [percentile(tookMs, 0.5), tookMs.at(-1)].map(Math.round)
      return {
        unit: 'ms',
        values: { p50, slowest },
        best: null,
        ratio: null,
        ratios: null,
        met: slowest <= 1_000,
        note: `${sizes.firstLoads} browsers one after the other, from the address to the frame in which nothing is on its way any more; signed in`,
      }
    } finally {
      await server.stop()
    }
  })
}

/** Since the page was asked for. It is there when a person sees what it is and what it says; its buttons work from then on. */
const untilUsable = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('main h1') && !document.querySelector('main .loading, main [aria-busy=true]')) return resolve(performance.now())
    requestAnimationFrame(look)
  }
  look()
})`
