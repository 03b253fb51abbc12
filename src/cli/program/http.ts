// The HTTP side of `serve`: the key of the first start, the app, its port, and the little housekeeping that comes with it.

import type { AddressInfo } from 'node:net'
import { repeating } from '../../time/clock.ts'
import { belfryVersion } from './belfry-version.ts'
import type { Ground, Part } from './serving.ts'

const hourMs = 3_600_000

/** Hundreds of modules: they are loaded while the database starts, which waits for the disk mostly. */
export function loadHttp(): void {
  // Whatever is wrong with it is said by startHttp.
  import('../../http/app.ts').catch(() => {})
}

/** `only: 'health'`: a worker's, with no more than its health and its numbers. */
export async function startHttp(ground: Ground, { only }: { only?: 'health' } = {}): Promise<Part> {
  const { createApp } = await import('../../http/app.ts')
  const { call, belfry, logger, metrics, reporting } = ground
  const { settings, terminal } = call
  const { host, port, operatorKey, publicUrl, clock, tenant, allowedHosts, corsOrigins, trustProxy } = settings
  if (operatorKey === null && only === undefined) await sayFirstKey(ground)
  const app = createApp({
    ...{ belfry, logger, metrics, clock, tenant, allowedHosts, corsOrigins },
    version: belfryVersion(),
    secret: await belfry.access.signingSecret(settings.secret ?? undefined),
    ...(operatorKey === null ? {} : { operatorKey }),
    ...(publicUrl === null ? {} : { publicUrl }),
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    requestsPerMinute: { key: settings.rateLimitPerKey, address: settings.rateLimitPerAddress },
    captureError: (error, where) => reporting.captureError(error, where),
    ...(only ? { only } : {}),
  })
  await app.listen({ host, port })
  const url = urlOf(host, app.server.address() as AddressInfo)
  const stopForgetting = repeating(
    hourMs,
    () => belfry.access.forgetAnswers(),
    (error) => {
      logger.warn({ error: String(error) }, 'old answers could not be forgotten')
    },
  )
  if (only === undefined) terminal.say(`The API is at ${url}/v1, its reference at ${url}/docs.\n`)
  return {
    what: `HTTP at ${url}`,
    async close() {
      stopForgetting()
      await app.close()
    },
  }
}

/** Shown once, and stored nowhere but as a hash. */
async function sayFirstKey({ belfry, call }: Ground): Promise<void> {
  const first = await belfry.access.firstOperatorKey()
  if (!first) return
  call.terminal.say(
    `\nThe operator's key, shown this once; whoever has it may do everything:\n\n  ${first.key}\n\n` +
      `Lost it? belfry keys create makes another.\n\n`,
  )
}

function urlOf(host: string, { port }: AddressInfo): string {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
