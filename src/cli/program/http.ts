// The HTTP side of `serve`: the key of the first start, the app, its port, and the little housekeeping that comes with it.

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BelfryError } from '../../errors.ts'
import type { AppOptions } from '../../http/server.ts'
import type { SignInCodes } from '../../http/sign-in-codes.ts'
import { repeating } from '../../time/clock.ts'
import { belfryVersion } from './belfry-version.ts'
import type { Ground, Part } from './serving.ts'

const hourMs = 3_600_000
const closeGraceMs = 5_000

/** Hundreds of modules: they are loaded while the database starts, which waits for the disk mostly. */
export function loadHttp(): void {
  // Whatever is wrong with it is said by startHttp.
  import('../../http/app.ts').catch(() => {})
}

export interface HttpOptions {
  readonly only?: 'health'
  /** Takes what Telegram posts; null: nobody does. */
  readonly telegram?: AppOptions['telegram']
}

/** `only: 'health'`: a worker's, with no more than its health and its numbers. */
export async function startHttp(ground: Ground, { only, telegram = null }: HttpOptions = {}): Promise<Part> {
  const { createApp } = await import('../../http/app.ts')
  const { createSignInCodes } = await import('../../http/sign-in-codes.ts')
  const codes = createSignInCodes()
  const { call, belfry, logger, metrics, reporting } = ground
  const { settings, terminal } = call
  const { host, port, operatorKey, publicUrl, clock, tenant, allowedHosts, corsOrigins, trustProxy } = settings
  const app = createApp({
    ...{ belfry, logger, metrics, clock, tenant, corsOrigins },
    allowedHosts: isWildcard(host) ? allowedHosts : [...allowedHosts, host],
    version: belfryVersion(),
    secret: await belfry.access.signingSecret(settings.secret ?? undefined),
    ...(operatorKey === null ? {} : { operatorKey }),
    signInCodes: codes,
    ...(publicUrl === null ? {} : { publicUrl }),
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    requestsPerMinute: {
      ...{
        key: settings.rateLimitPerKey,
        address: settings.rateLimitPerAddress,
        stranger: settings.rateLimitStrangers,
      },
    },
    captureError: (error, where) => reporting.captureError(error, where),
    ...(only ? { only } : {}),
    telegram,
  })
  await listen(app, host, port)
  const url = urlOf(host, app.server.address() as AddressInfo)
  // Only now: a key that was shown by a server that then found its port taken would be shown to nobody again.
  if (operatorKey === null && only === undefined)
    await sayFirstKey(ground, url, codes).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
  const stopForgetting = repeating(
    hourMs,
    () => belfry.access.forgetAnswers(),
    (error) => {
      logger.warn({ error: String(error) }, 'old answers could not be forgotten')
    },
  )
  if (isWildcard(host) && allowedHosts.length === 0 && publicUrl === null)
    terminal.say(
      'It answers to localhost only, until BELFRY_PUBLIC_URL or BELFRY_ALLOWED_HOSTS names what it is called.\n',
    )
  if (only === undefined)
    terminal.say(`The dashboard is at ${url}, the API at ${url}/v1, its reference at ${url}/docs.\n`)
  return {
    what: `HTTP at ${url}`,
    async close() {
      stopForgetting()
      // A client that takes for ever to read its answer is not waited for.
      const timer = setTimeout(() => app.server.closeAllConnections(), closeGraceMs)
      await app.close()
      clearTimeout(timer)
    },
  }
}

/** Shown once, and stored nowhere but as a hash. The link carries a code instead: what is clicked stays in a history. */
async function sayFirstKey({ belfry, call }: Ground, url: string, codes: SignInCodes): Promise<void> {
  const first = await belfry.access.firstOperatorKey()
  if (!first) return
  call.terminal.say(
    `\nThe operator's key, shown this once; whoever has it may do everything:\n\n  ${first.key}\n\n` +
      // Behind the # it stays in the browser: it is in no address that is asked for, and in no log.
      `Sign in, once and within ten minutes: ${url}/sign-in#code=${codes.issue(first.key)}\n` +
      `Lost it? belfry keys create ops --scope operator makes another.\n\n`,
  )
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = refusals[code ?? '']
    if (why === undefined) throw error
    await app.close()
    throw new BelfryError('in_use', `Port ${port} of ${host} ${why}.`, {
      field: '/port',
      accepted: 'another one: --port <port> or BELFRY_PORT; 0 takes any free one',
    })
  }
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: another server runs there',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'cannot be used: this machine has no such address',
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::' || host === '[::]'
}

function urlOf(host: string, { port }: AddressInfo): string {
  const shown = isWildcard(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
