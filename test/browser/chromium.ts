// The Chromium that tests drive. `npm test` has found or got one before (scripts/chromium.js); where there is none the suite fails,
// and says how to get one.

import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.js'

let running: Promise<Browser> | null = null

/**
 * One for all files of a worker, which keeps its modules: starting it takes as much as two tests. Tests have windows of their own
 * in it, which share nothing. It ends with the worker.
 */
export async function sharedChromium(): Promise<Browser> {
  const before = await running
  if (!before?.isConnected()) running = launchChromium()
  return await running!
}

export async function launchChromium(): Promise<Browser> {
  const found = findChromium()
  if (!found)
    throw new Error('There is no Chromium on this machine: node scripts/chromium.js gets one, or says how to.')
  return await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: [
      '--headless=new',
      '--no-sandbox',
      // Nothing leaves this machine, whatever a browser would like to ask its makers.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--disable-background-networking',
    ],
  })
}
