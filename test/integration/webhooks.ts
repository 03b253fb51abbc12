// What tests of webhooks stand on: Belfry that may post to loopback, and a receiver that checks signatures with the reference library.

import { Webhook } from 'standardwebhooks'
import type { TestBelfry, TestBelfryOptions } from '../../src/testing/index.ts'
import { type ScriptedServer, scriptedServer, type WitnessedRequest } from '../channels/scripted-server.ts'
import type { Running } from './running.ts'

export const webhookOptions = {
  allowedTargets: ['127.0.0.0/8'],
  encryptionKey: 'a key for tests, long enough',
} as const

export interface Hooked extends TestBelfry {
  readonly receiver: ScriptedServer
  readonly secret: string
}

/** Belfry with a worker, a receiver, its endpoint `shop`, and `ana`, whose address it is. */
export async function startHooked(running: Running, options: TestBelfryOptions = {}): Promise<Hooked> {
  const receiver = await scriptedServer()
  running.atEnd(() => receiver.close())
  const test = await running.start({ ...webhookOptions, defaultChannels: ['webhook'], ...options })
  const { secret } = await test.belfry.webhooks.put({ id: 'shop', url: `${receiver.url}/hook?token=1` })
  await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', addresses: { webhook: 'shop' } })
  return { ...test, receiver, secret: secret! }
}

/** The event in a request, as a receiver reads it; throws where the signature is not of this secret. */
export function verified(request: WitnessedRequest | undefined, secret: string) {
  const { body, headers } = request!
  return new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string
    readonly timestamp: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

export const idsOf = (receiver: ScriptedServer) => receiver.requests.map(({ headers }) => headers['webhook-id'])
