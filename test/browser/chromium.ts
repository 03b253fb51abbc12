// The Chromium that tests drive. `npm test` has found or got one before (scripts/chromium.js); where there is none the suite fails,
// and says how to get one.

import { type Browser, chromium } from 'playwright-core'
import { type FoundChromium, findChromium, findShell } from '../../scripts/chromium.js'

/** `quick`: Chromium's headless shell where there is one, in half the time. `whole`: with notifications. */
type Kind = 'quick' | 'whole'

const running: { [kind in Kind]?: Promise<Browser> } = {}

/**
 * One for all files of a worker, which keeps its modules: starting it takes as much as two tests. Tests have windows of their own
 * in it, which share nothing. It ends with the worker.
 */
export async function sharedChromium(kind: Kind): Promise<Browser> {
  const before = await running[kind]
  if (before?.isConnected()) return before
  running[kind] = launch(kind)
  return await running[kind]
}

async function launch(kind: Kind): Promise<Browser> {
  const shell = kind === 'quick' ? findShell() : null
  const { executablePath, env } = shell ?? requireChromium()
  return await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      ...(shell ? [] : ['--headless=new']),
      '--no-sandbox',
      // Nothing leaves this machine, whatever a browser would like to ask its makers.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--disable-background-networking',
    ],
  })
}

function requireChromium(): FoundChromium {
  const found = findChromium()
  if (found) return found
  throw new Error('There is no Chromium on this machine: node scripts/chromium.js gets one, or says how to.')
}
