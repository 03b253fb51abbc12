// From the delivery to what a person sees: a real browser with <belfry-inbox> in a page, and one reminder after the other. By the
// database's clock and the browser's, which are the same machine's: from the moment that stands in the item, which is before its
// commit, to the change of the page.

import { belfry, percentile } from '../arena.js'
import { startChromium } from '../browser.js'
import { startServe } from '../servers/servers.js'

export const title = 'inbox update visible'
export const goal = '≤ 300 ms after the delivery, p95'
const operatorKey = 'an operator key for the bench, long enough'

export async function run(arena, { sizes }) {
  const browser = await startChromium()
  try {
    const found = {}
    for (const [label, isBeside] of [
      ['worker in the server', false],
      ['worker in another process', true],
    ])
      found[label] = await arena.inFreshPlace(belfry, ({ database }) =>
        measure({ arena, browser, database, isBeside, rings: sizes.rings }),
      )
    const at = (share) => Object.entries(found).map(([label, all]) => [label, Math.round(percentile(all, share))])
    return {
      unit: 'ms (p95)',
      values: Object.fromEntries(at(0.95)),
      best: null,
      ratio: null,
      ratios: null,
      met: at(0.95).every(([, p95]) => p95 <= 300),
      note: `${sizes.rings} reminders one after the other, Chromium; p50 ${at(0.5)
        .map(([label, p50]) => `${label} ${p50} ms`)
        .join('; ')}; slowest ${Math.round(Math.max(...Object.values(found).flat()))} ms`,
    }
  } finally {
    await browser.close()
  }
}

async function measure({ arena, browser, database, isBeside, rings }) {
  const settings = { DATABASE_URL: database, BELFRY_OPERATOR_KEY: operatorKey }
  const server = await startServe(isBeside ? { ...settings, BELFRY_WORKER: 'false' } : settings)
  const beside = isBeside ? await startServe(settings) : null
  const context = await browser.newContext()
  try {
    const call = caller(server.port)
    await call('PUT', '/v1/recipients/ana', {})
    const { token } = await call('POST', '/v1/recipients/ana/tokens', {})
    const page = await context.newPage()
    await page.goto(`http://localhost:${server.port}/inbox#token=${token}`)
    await page.evaluate(noteChanges)
    const tookMs = []
    for (let i = 0; i < rings; i++) {
      if (i % 10 === 0) arena.say(`ring ${i + 1}/${rings}`)
      const entity = { type: 'note', id: String(i) }
      const reminder = { entity, kind: 'once', recipient: 'ana', in: 'PT0.05S', title: `#${i}`, channels: ['in_app'] }
      await call('POST', '/v1/reminders', reminder)
      const seenMs = await page.evaluate((title) => globalThis.whenSeen(title), `#${i}`)
      const { items } = await call('GET', '/v1/inbox?recipient=ana&limit=1')
      tookMs.push(seenMs - Date.parse(items[0].at.instant))
    }
    return tookMs.sort((a, b) => a - b)
  } finally {
    await context.close()
    await beside?.stop()
    await server.stop()
  }
}

/** Runs in the page: keeps when each title was first there. */
function noteChanges() {
  const seen = new Map()
  const root = document.querySelector('belfry-inbox').shadowRoot
  const look = () => {
    for (const title of root.querySelectorAll('.title')) {
      const text = /#\d+/.exec(title.textContent)?.[0]
      if (text !== undefined && !seen.has(text)) seen.set(text, Date.now())
    }
  }
  new MutationObserver(look).observe(root, { childList: true, subtree: true, characterData: true })
  globalThis.whenSeen = async (title) => {
    while (!seen.has(title)) await new Promise((resolve) => setTimeout(resolve, 5))
    return seen.get(title)
  }
}

function caller(port) {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }
}
