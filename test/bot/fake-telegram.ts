// A Bot API over HTTP on the loopback, with people who talk and see, and faults that a test asks for. It checks as Telegram does, so
// that what passes here is not refused there.
//
//   const telegram = await openFakeTelegram()
//   const ana = telegram.person({ id: 42, name: 'Ana', language: 'en' })
//   await ana.says('/help')
//   ana.last().text

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Fault, FaultScript } from './fake/faults.ts'
import { commandsKey, methods, type Payload } from './fake/methods.ts'
import { readPayload } from './fake/payload.ts'
import { type Group, groupIn, type Person, personIn, type Seen } from './fake/people.ts'
import { Refusal, refuse } from './fake/refusal.ts'
import { Updates } from './fake/updates.ts'
import { type Call, type Update, World } from './fake/world.ts'

export type { Fault } from './fake/faults.ts'
export type { Group, Person, Seen } from './fake/people.ts'
export type { Update } from './fake/world.ts'

export interface FakeTelegram {
  /** The `apiRoot`. */
  readonly url: string
  readonly token: string
  readonly username: string
  person(input: { readonly id: number; readonly name: string; readonly language?: string }): Person
  /** With `topics` it is a forum. */
  group(input: { readonly id: number; readonly title: string; readonly topics?: boolean }): Group
  /** What goes wrong with the next call of a method, or with so many; of one chat alone, if it is named. */
  fault(method: string, fault: Fault, options?: { readonly times?: number; readonly chat?: number }): void
  /** Every call that arrived, polls left out. */
  readonly calls: readonly Call[]
  callsOf(method: string): readonly Call[]
  /** Updates that the bot has not confirmed. */
  readonly unconfirmed: readonly Update[]
  /** The same update once more; resolves when it is confirmed. */
  tellAgain(update: Update): Promise<void>
  /** Every update that there ever was. */
  readonly told: readonly Update[]
  commands(language?: string): readonly { readonly command: string; readonly description: string }[]
  readonly webhook: World['webhook']
  /** Delivers again what a webhook has not taken. */
  deliverAgain(): Promise<void>
  /** Resolves when it is so; looked at after each call and each update. */
  until(isSo: () => boolean): Promise<void>
  close(): Promise<void>
}

export async function openFakeTelegram(options: { readonly token?: string } = {}): Promise<FakeTelegram> {
  const token = options.token ?? '4711:AAbbCCddEEffGGhhIIjjKKllMM_nn-oo'
  const username = 'belfry_bot'
  const world = new World({ id: Number(token.split(':')[0]), is_bot: true, first_name: 'Belfry', username })
  const faults = new FaultScript()
  const updates = new Updates(world)
  const server = createServer((request, response) => {
    serve({ world, faults, updates, token }, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${port}`, token, username, calls: world.calls, unconfirmed: world.updates },
    person({ id, name, language = 'en' }) {
      const user = { id, is_bot: false, first_name: name, language_code: language }
      world.users.set(id, user)
      world.addChat({ id, type: 'private', title: name })
      return personIn(world, user)
    },
    group: ({ id, title, topics = false }) =>
      groupIn(
        world,
        world.addChat({ id, type: id < -1_000_000_000_000 ? 'supergroup' : 'group', title, isForum: topics }),
      ),
    fault: (method, fault, { times = 1, chat } = {}) => faults.add({ method, fault, times, chat: chat ?? null }),
    callsOf: (method) => world.calls.filter((call) => call.method === method),
    told: world.told,
    tellAgain: (update) => world.tellAgain(update),
    commands: (language) => world.commands.get(commandsKey(undefined, language)) ?? [],
    get webhook() {
      return world.webhook
    },
    deliverAgain: () => updates.deliver(),
    until: (isSo) => world.until(isSo),
    close: () =>
      new Promise((resolve) => {
        updates.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Inside {
  readonly world: World
  readonly faults: FaultScript
  readonly updates: Updates
  readonly token: string
}

async function serve(inside: Inside, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, faults, updates, token } = inside
  const payload = await readPayload(request)
  const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
  const fault = faults.take(method, payload)
  if (fault?.kind === 'refused' || fault?.kind === 'slow down' || fault?.kind === 'migrated')
    return answer(response, faults.refusalOf(fault))
  if (fault?.kind === 'bad gateway' && !fault.arrives) return badGateway(response)
  try {
    if (given !== token) throw refuse(401, 'Unauthorized')
    const isPoll = method === 'getUpdates'
    if (!isPoll) world.calls.push({ method, payload })
    const result = isPoll ? await updates.poll(payload, response) : await call(inside, method, payload)
    world.changed()
    if (fault?.kind === 'slow') await fault.until
    if (fault?.kind === 'dropped') return void response.socket?.destroy()
    if (fault?.kind === 'bad gateway') return badGateway(response)
    send(response, 200, { ok: true, result })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    world.changed()
    answer(response, error)
  }
}

async function call({ world, updates }: Inside, method: string, payload: Payload): Promise<unknown> {
  if (method === 'setWebhook') return updates.setWebhook(payload)
  if (method === 'deleteWebhook') return updates.deleteWebhook(payload)
  if (method === 'getWebhookInfo')
    return { url: world.webhook?.url ?? '', has_custom_certificate: false, pending_update_count: world.updates.length }
  const known = methods[method]
  if (!known) throw refuse(404, 'Not Found')
  return known(world, payload)
}

function answer(response: ServerResponse, { code, message, parameters }: Refusal): void {
  send(response, code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) })
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export type { Group as FakeGroup, Person as FakePerson, Seen as SeenMessage }
