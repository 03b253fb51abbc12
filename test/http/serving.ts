// What a test of the server stands on: an app without a port over a database of its own, with keys for two tenants.

import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '../../src/http/app.ts'
import type { AppOptions } from '../../src/http/server.ts'
import { type Belfry, type BelfryOptions, createBelfry } from '../../src/index.ts'
import { useDatabase } from '../integration/running.ts'

export const operatorKey = 'an operator key for tests, long enough'
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Answers of every shape: tests look into them. */
export type Body = ReturnType<typeof JSON.parse>

export interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Body
}

export interface Asking {
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Serving {
  readonly belfry: Belfry
  readonly app: FastifyInstance
  readonly url: string
  /** Keys of the tenants `default` and `other`, with the scopes read and write. */
  readonly key: string
  readonly otherKey: string
  ask(method: string, path: string, asking?: Asking): Promise<Asked>
}

export interface ServingOptions {
  readonly app?: Partial<AppOptions>
  readonly belfry?: BelfryOptions
}

export async function serve(
  url: string,
  { app: more = {}, belfry: library = {} }: ServingOptions = {},
): Promise<Serving> {
  const belfry = await createBelfry({ database: url, roles: true, ...library })
  const secret = await belfry.access.signingSecret(undefined)
  const app = createApp({
    ...{ belfry, secret, operatorKey, version: '0.0.0', logger: silent },
    requestsPerMinute: { key: 0, address: 0, stranger: 0 },
    ...more,
  })
  await app.ready()
  await belfry.tenants.put({ id: 'other' })
  const keyFor = async (tenant: string) =>
    (await belfry.keys.create({ name: 'test', tenant, scopes: ['read', 'write'] })).key
  const key = await keyFor('default')
  return { belfry, app, url, key, otherKey: await keyFor('other'), ask: asking(app, key) }
}

function asking(app: FastifyInstance, own: string): Serving['ask'] {
  return async (method, path, { key = own, headers = {}, body } = {}) => {
    const request: InjectOptions = {
      method: method as 'GET',
      url: path,
      headers: { host: 'localhost', ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    if (body !== undefined) (request.headers as Record<string, string>)['content-type'] ??= 'application/json'
    const answer = await app.inject(request)
    const type = String(answer.headers['content-type'] ?? '')
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: type.includes('json') && answer.body !== '' ? JSON.parse(answer.body) : answer.body,
    }
  }
}

/** A server for each test. */
export function useServer(options: ServingOptions = {}): {
  start(more?: ServingOptions): Promise<Serving>
  url(): string
} {
  const { url, atEnd } = useDatabase()
  return {
    url,
    async start(more = {}) {
      const serving = await serve(url(), {
        app: { ...options.app, ...more.app },
        belfry: { ...options.belfry, ...more.belfry },
      })
      atEnd(async () => {
        await serving.app.close()
        await serving.belfry.close()
      })
      return serving
    },
  }
}
