import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BelfryError, memoryChannel } from '../../src/index.ts'
import { traced } from '../../src/trace.ts'
import { many, reminder, useDatabase } from '../integration/running.ts'
import { type Recording, record } from './recording.ts'

const { start, open } = useDatabase()
let recording: Recording

beforeEach(() => {
  recording = record()
})
afterEach(() => recording.stop())

describe('a batch', () => {
  it('is a span, with a span of kind client for each send under it, and a linked one that concludes', async () => {
    const test = await start()
    test.memory.script(({ entity }) => ({ kind: entity.id === '0' ? 'refused' : 'delivered' }))
    await test.belfry.reminders.scheduleMany(many(3))
    await test.jump('2030-01-01T00:01:00Z')
    await test.worker.stop()
    const fires = recording.named('belfry.fire').filter(({ attributes }) => attributes['belfry.deliveries'] === 3)
    expect(fires).toHaveLength(1)
    const [fire] = fires
    expect(fire!.parentId).toBeUndefined()
    const sends = recording.named('belfry.send')
    expect(sends).toHaveLength(3)
    for (const send of sends) {
      expect(send).toMatchObject({ parentId: fire!.id, traceId: fire!.traceId, kind: SpanKind.CLIENT, ended: true })
      expect(send.attributes).toMatchObject({ 'belfry.channel': 'memory', 'belfry.attempt': 1, 'belfry.deliveries': 1 })
    }
    expect(sends.map(({ attributes, status }) => [attributes['belfry.outcome'], status.code]).sort()).toEqual([
      ['delivered', SpanStatusCode.UNSET],
      ['delivered', SpanStatusCode.UNSET],
      ['refused', SpanStatusCode.ERROR],
    ])
    const concludes = recording.named('belfry.conclude')
    expect(concludes.reduce((sum, { attributes }) => sum + Number(attributes['belfry.deliveries']), 0)).toBe(3)
    for (const { parentId, links } of concludes) {
      expect(parentId).toBeUndefined()
      expect(links.map(({ context }) => context.spanId)).toEqual([fire!.id])
    }
    expect(recording.spans.filter(({ ended }) => !ended)).toEqual([])
  })

  it('that is taken later is one too, and its send says which attempt it was', async () => {
    const test = await start()
    test.memory.script(({ attempt }) => ({ kind: attempt === 1 ? 'deferred' : 'delivered' }))
    await test.belfry.reminders.schedule(reminder('a'))
    await test.advance('PT10M')
    const [first, second] = recording.named('belfry.send')
    expect(first!.attributes).toMatchObject({ 'belfry.attempt': 1, 'belfry.outcome': 'deferred' })
    expect(first!.status).toEqual({ code: SpanStatusCode.ERROR, message: 'deferred' })
    expect(second!.attributes).toMatchObject({ 'belfry.attempt': 2, 'belfry.outcome': 'delivered' })
    expect(recording.named('belfry.take').map(({ id }) => id)).toContain(second!.parentId)
  })

  it('sent together is one span, and what the channel begins hangs under it', async () => {
    const bulk = {
      ...memoryChannel({ name: 'bulk' }),
      sendMany: async (messages: readonly unknown[]) => {
        trace.getTracer('provider').startSpan('post').end()
        return messages.map(() => ({ kind: 'delivered' }) as const)
      },
    }
    const test = await start({ channels: [bulk] })
    await test.belfry.reminders.scheduleMany(many(5, { channels: ['bulk'] }))
    await test.jump('2030-01-01T00:01:00Z')
    const sends = recording.named('belfry.send')
    expect(sends.map(({ attributes }) => attributes['belfry.deliveries'])).toEqual([5])
    expect(recording.named('post').map(({ parentId }) => parentId)).toEqual([sends[0]!.id])
  })

  it('does not hang under whoever started the worker', async () => {
    const memory = memoryChannel()
    const belfry = await open({ channels: [memory] })
    await traced('start', {}, async () => belfry.startWorker())
    await belfry.reminders.schedule({ ...reminder('a', { channels: ['memory'] }), in: 'PT0.05S' })
    await memory.received(1)
    const parents = recording.named('belfry.fire').map(({ parentId }) => parentId)
    expect(new Set(parents)).toEqual(new Set([undefined]))
  })
})

describe('a verb', () => {
  it('is a span under the request that called it', async () => {
    const belfry = await open()
    const headers = { traceparent: `00-${'b'.repeat(32)}-${'c'.repeat(16)}-01` }
    await traced('GET /v1/plans', { 'http.route': '/v1/plans' }, () => belfry.plans.list(), { kind: 'server', headers })
    const [request] = recording.named('GET /v1/plans')
    expect(request).toMatchObject({ kind: SpanKind.SERVER, parentId: 'c'.repeat(16), traceId: 'b'.repeat(32) })
    expect(request!.attributes).toEqual({ 'http.route': '/v1/plans' })
    expect(recording.named('belfry.plans.list')).toMatchObject([{ parentId: request!.id, ended: true }])
  })

  it('that fails says its code, and nothing of what it was given', async () => {
    const belfry = await open()
    const put = belfry.entities.put({
      type: 'm',
      id: 'secret',
      at: '2030-01-01T00:00:00Z',
      recipients: ['nobody'],
      plan: [],
    })
    await expect(put).rejects.toBeInstanceOf(BelfryError)
    const [span] = recording.named('belfry.entities.put')
    expect(span).toMatchObject({ ended: true, attributes: { 'error.type': 'unknown_recipient' } })
    expect(span!.status).toEqual({ code: SpanStatusCode.ERROR, message: 'unknown_recipient' })
    expect(JSON.stringify(recording.spans)).not.toMatch(/secret|nobody/)
  })

  it('that throws at once ends its span, too', async () => {
    const belfry = await open()
    const inside = belfry.with({ query: async () => ({ rows: [] }) })
    expect(() =>
      inside.ledger.sendOnce({ entityType: 'a', entityId: 'b', reminderType: 'c', userId: 'd' }, () => 1),
    ).toThrow()
    expect(recording.named('belfry.ledger.sendOnce')).toMatchObject([
      { ended: true, status: { code: SpanStatusCode.ERROR, message: 'invalid_input' } },
    ])
  })
})

describe('without an SDK', () => {
  it('nothing is recorded, and work goes on as it is', async () => {
    recording.stop()
    const span = await traced('x', {}, async (one) => one)
    expect(span.context).toBeNull()
    await expect(traced('x', {}, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(recording.spans).toEqual([])
  })
})
