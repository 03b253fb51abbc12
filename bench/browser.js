// A real browser at `belfry serve`, with somebody signed in. Nothing leaves this machine.

import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/chromium.js'

export const operatorKey = 'an operator key for measurements, long enough'

export async function startChromium() {
  const found = findChromium()
  if (!found) throw new Error('there is no Chromium: node scripts/chromium.js gets one, or says how to')
  return await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: [
      '--headless=new',
      '--no-sandbox',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--disable-background-networking',
    ],
  })
}

/** Opens a page of the app and calls `work` with it. */
export async function inBrowser(port, path, work) {
  const browser = await startChromium()
  try {
    const origin = `http://localhost:${port}`
    const context = await browser.newContext({ viewport: { width: 1280, height: 850 }, timezoneId: 'Europe/Paris' })
    const answer = await context.request.post(`${origin}/v1/session`, {
      data: { key: operatorKey },
      headers: { origin },
    })
    if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}`)
    const page = await context.newPage()
    await page.goto(`${origin}${path}`)
    return await work(page)
  } finally {
    await browser.close()
  }
}

/**
 * How long from doing something (a script) until the page shows what comes of it (an expression that becomes true), to the frame, in
 * ms. Both run in the page: what passes between here and there is not counted.
 */
export async function timeOf(page, act, isShown) {
  return await page.evaluate(`new Promise((resolve, reject) => {
    const startedMs = performance.now();
    ${act};
    const look = () => {
      const ms = performance.now() - startedMs
      if (${isShown}) return resolve(ms)
      if (ms > 20000) return reject(new Error('not shown within 20 s at ' + location.href + ': ' + document.querySelector('main').innerText.slice(0, 300)))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
}
