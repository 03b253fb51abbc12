// Every cell of the table of outcomes, against a push service that does as it is told; and what several devices make of them.

import { once } from 'node:events'
import * as net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/channel.ts'
import { network, type OutgoingGround } from '../../src/channels/outgoing/connect.ts'
import {
  classOutcomes,
  type DeviceOutcome,
  deviceResult,
  failureOutcomes,
  statusOutcomes,
} from '../../src/channels/web-push/outcomes.ts'
import { pushChannel, type Reach, readSettings } from '../../src/channels/web-push/web-push.ts'
import { createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Behaviour, browserAt } from './push-provider.ts'
import { caught, messageFor, onThisMachine, type Pushing, startPushing, subject, untilTheEnd } from './pushing.ts'

let database: TestDatabase
let pushing: Pushing
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pushing = await startPushing(database.url)
  await pushing.belfry.clock.set(new Date('2030-01-01T09:00:00Z'))
})
afterAll(async () => {
  await pushing.close()
  await database.drop()
})

/** One device that answers so. */
async function answered(behaviour: Behaviour): Promise<Outcome & { devices: number }> {
  const { person, service, channel, belfry } = pushing
  const id = `p${++people}`
  await person(id, id)
  service.script(id, behaviour)
  const outcome = await channel.send(messageFor(id), untilTheEnd())
  return { ...outcome, devices: (await belfry.push.list(id)).length }
}

describe('a device answers', () => {
  it.each(Object.entries(statusOutcomes))('%i', async (status, expected) => {
    const { kind, devices } = await answered(Number(status))
    expect(kind).toBe(expected)
    expect(devices).toBe(expected === 'gone' ? 0 : 1)
  })

  // One that is not in the list, of each class.
  it.each([
    [226, classOutcomes[2]],
    [301, classOutcomes[3]],
    [302, classOutcomes[3]],
    [307, classOutcomes[3]],
    [308, classOutcomes[3]],
    [402, classOutcomes[4]],
    [405, classOutcomes[4]],
    [422, classOutcomes[4]],
    [500, classOutcomes[5]],
    [502, classOutcomes[5]],
    [503, classOutcomes[5]],
    [504, classOutcomes[5]],
    [507, classOutcomes[5]],
    [599, classOutcomes[5]],
  ])('%i, by its class', async (status, expected) => {
    expect((await answered(status)).kind).toBe(expected)
  })

  it('says nothing that means anything: unknown', () => {
    const odd = { kind: 'answered', status: 99, headers: {}, body: '' } as const
    expect(deviceResult('here', odd, 0).outcome).toBe('unknown')
  })

  it('429 with a wait in seconds, as a date, and without one', async () => {
    const waiting = (wait: string) => answered({ status: 429, headers: { 'retry-after': wait } })
    expect(await waiting('7')).toMatchObject({ kind: 'busy', retryAfterMs: 7_000 })
    expect(await waiting('Thu, 01 Jan 1970 00:00:00 GMT')).toMatchObject({ kind: 'busy', retryAfterMs: 0 })
    expect(await waiting('soon')).toMatchObject({ kind: 'busy', retryAfterMs: 60_000 })
    expect(await answered(429)).toMatchObject({ kind: 'busy', retryAfterMs: 60_000 })
    const dated = { kind: 'answered', status: 429, headers: { 'retry-after': new Date(90_000).toUTCString() } } as const
    expect(deviceResult('here', { ...dated, body: '' }, 60_000).retryAfterMs).toBe(30_000)
  })

  it('its words are kept with the attempt, and nothing of the endpoint', async () => {
    const { reply } = await answered({ status: 400, body: 'missing crypto key' })
    expect(reply).toMatch(/^127\.0\.0\.1:\d+: 400 missing crypto key$/)
  })
})

describe('the connection', () => {
  it.each<[Behaviour, DeviceOutcome]>([
    ['reset', 'unknown'],
    ['drop', 'unknown'],
    ['half', 'unknown'],
  ])('%s', async (behaviour, expected) => {
    expect((await answered(behaviour)).kind).toBe(expected)
  })

  it('is refused: not sent', async () => {
    const { belfry, channel } = pushing
    const gone = net.createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as net.AddressInfo
    gone.close()
    await belfry.recipients.put({ id: 'nobody-home' })
    const { subscription } = browserAt(`http://127.0.0.1:${port}`, 'x')
    await belfry.push.subscribe({ recipient: 'nobody-home', subscription })
    expect((await channel.send(messageFor('nobody-home'), untilTheEnd())).kind).toBe('deferred')
  })

  it('has no TLS: not sent', async () => {
    const { belfry, channel, service } = pushing
    await belfry.recipients.put({ id: 'no-tls' })
    const { subscription } = browserAt(service.url.replace('http:', 'https:'), 'no-tls')
    await belfry.push.subscribe({ recipient: 'no-tls', subscription })
    expect((await channel.send(messageFor('no-tls'), untilTheEnd())).kind).toBe('deferred')
    expect(service.came.filter(({ device }) => device === 'no-tls')).toEqual([])
  })

  it('takes too long after the body: nobody knows', async () => {
    const { channel, person, service } = pushing
    await person('patient', 'patient')
    service.script('patient', 'hang')
    const giveUp = new AbortController()
    const sending = channel.send(messageFor('patient'), giveUp.signal)
    await service.got(service.came.length + 1)
    giveUp.abort(new Error('time-out'))
    expect((await sending).kind).toBe('unknown')
  })

  it('takes too long before anything was sent: not sent', async () => {
    const { channel, person, service } = pushing
    await person('hasty', 'hasty')
    const before = service.came.length
    expect((await channel.send(messageFor('hasty'), AbortSignal.abort())).kind).toBe('deferred')
    expect(service.came.length).toBe(before)
  })

  /** A device there, and what becomes of a message to it when requests go out so. */
  async function reached(endpoint: string, reach: Partial<Reach>): Promise<Outcome> {
    const settings = readSettings({ subject })
    const whole: Reach = { over: network, timeoutMs: 10_000, ...reach }
    const { maker, channel } = caught({ name: 'web_push', make: (ground) => pushChannel(ground, settings, whole) })
    const belfry = await createBelfry({ database: database.url, ...onThisMachine, channels: [maker] })
    const id = `p${++people}`
    await belfry.recipients.put({ id })
    await belfry.push.subscribe({ recipient: id, subscription: browserAt(endpoint, id).subscription })
    const outcome = await channel().send(messageFor(id), untilTheEnd())
    await belfry.close()
    return outcome
  }

  it('has a name that nobody knows: not sent', async () => {
    const over: OutgoingGround = {
      lookup: async (host) => {
        throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
      },
      connect: () => expect.fail('nothing to connect to'),
    }
    const outcome = await reached('https://push.example.com', { over })
    expect(outcome).toMatchObject({ kind: 'deferred', reply: expect.stringContaining('ENOTFOUND') })
  })

  it('is not there when the time is over, before the body: not sent', async () => {
    // Takes connections, and never answers to the handshake.
    const held: net.Socket[] = []
    const silent = net.createServer((socket) => held.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as net.AddressInfo
    const outcome = await reached(`https://127.0.0.1:${port}`, { timeoutMs: 200 })
    for (const socket of held) socket.destroy()
    silent.close()
    expect(outcome).toMatchObject({ kind: 'deferred', reply: expect.stringContaining('no answer within 200 ms') })
  })

  it('brings no answer when the time is over, after the body: nobody knows', async () => {
    const { service } = pushing
    service.script(`p${people + 1}`, 'hang')
    const outcome = await reached(service.url, { timeoutMs: 1_000 })
    expect(outcome).toMatchObject({ kind: 'unknown', reply: expect.stringContaining('no answer within 1000 ms') })
  })

  it.each([
    ['blocked', 'refused'],
    ['unsent', 'deferred'],
    ['lost', 'unknown'],
  ] as const)('%s', (kind, expected) => {
    expect(failureOutcomes[kind]).toBe(expected)
    expect(deviceResult('here', { kind, why: 'because' }, 0)).toEqual({
      ...{ outcome: expected, retryAfterMs: null, reply: `here: ${kind}, because` },
    })
  })

  it('may not be made any more: refused, and nothing was sent', async () => {
    const { person, service, belfry } = pushing
    await person('moved-away', 'moved-away')
    // Another process, whose operator has taken the host from the list.
    const strict = await startPushing(database.url, { allowedTargets: [] })
    const before = service.came.length
    const outcome = await strict.channel.send(messageFor('moved-away'), untilTheEnd())
    await strict.close()
    expect(outcome.kind).toBe('refused')
    expect(service.came.length).toBe(before)
    expect(await belfry.push.list('moved-away')).toHaveLength(1)
  })
})

describe('several devices', () => {
  /** Two devices that answer so, and what a second attempt sends. */
  async function both(one: Behaviour, two: Behaviour, more: Parameters<typeof messageFor>[1] = {}) {
    const { person, service, channel, belfry } = pushing
    const id = `p${++people}`
    await person(id, `${id}-1`, `${id}-2`)
    service.script(`${id}-1`, one, 201)
    service.script(`${id}-2`, two, 201)
    const first = await channel.send(messageFor(id, more), untilTheEnd())
    const before = service.came.length
    const again = await channel.send(messageFor(id, { ...more, attempt: (more.attempt ?? 1) + 1 }), untilTheEnd())
    // At once: whichever comes first.
    const resent = service.came
      .slice(before)
      .map(({ device }) => device.slice(id.length + 1))
      .sort()
    return { first: first.kind, again: again.kind, resent, left: (await belfry.push.list(id)).length }
  }

  it('all take it: delivered, and nobody gets it again', async () => {
    expect(await both(201, 201)).toEqual({ first: 'delivered', again: 'delivered', resent: [], left: 2 })
  })

  it('one is gone: removed, and delivered by the other', async () => {
    expect(await both(201, 410)).toEqual({ first: 'delivered', again: 'delivered', resent: [], left: 1 })
  })

  it('both are gone: gone', async () => {
    expect(await both(404, 410)).toMatchObject({ first: 'gone', again: 'suppressed', left: 0 })
  })

  it('one refuses: delivered by the other', async () => {
    expect(await both(201, 403)).toMatchObject({ first: 'delivered' })
  })

  it('one refuses and one is gone: refused', async () => {
    expect(await both(403, 410)).toMatchObject({ first: 'refused', left: 1 })
  })

  it('one has it and the other does not yet: tried again there alone', async () => {
    expect(await both(201, 500)).toEqual({ first: 'unknown', again: 'delivered', resent: ['2'], left: 2 })
    expect(await both(201, { status: 429 })).toMatchObject({ first: 'unknown', again: 'delivered', resent: ['2'] })
    expect(await both(201, 'drop')).toMatchObject({ first: 'unknown', again: 'delivered', resent: ['2'] })
  })

  it('none has it: the worst decides', async () => {
    expect(await both(500, 429)).toMatchObject({ first: 'unknown', again: 'delivered', resent: ['1', '2'] })
    expect(await both(410, 429)).toMatchObject({ first: 'busy', again: 'delivered', resent: ['2'], left: 1 })
    expect(await both(403, 'drop')).toMatchObject({ first: 'unknown' })
  })

  it('one has it and there is no other try in time: delivered', async () => {
    expect(await both(201, 500, { attempt: 4 })).toMatchObject({ first: 'delivered' })
    // Tries count, and not how often it was taken: busy ones raise only that.
    expect(await both(201, 500, { attempt: 9, tries: 2 })).toMatchObject({ first: 'unknown', again: 'delivered' })
    expect(await both(201, 500, { attempt: 9, tries: 3 })).toMatchObject({ first: 'delivered' })
    const usefulUntil = new Date('2030-01-01T09:00:30Z')
    expect(await both(201, 500, { usefulUntil })).toMatchObject({ first: 'delivered' })
    expect(await both(500, 500, { attempt: 4 })).toMatchObject({ first: 'unknown' })
  })
})
