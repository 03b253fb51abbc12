// The feed through HTTP: pages that miss nothing, and a stream that goes on after a break.

import { describe, expect, it } from 'vitest'
import { type Serving, useServer } from './serving.ts'

const server = useServer()
const note = (id: string) => ({ entity: { type: 'note', id }, recipient: 'ana', in: 'PT1H' })

async function withAna(): Promise<Serving> {
  const serving = await server.start()
  await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
  return serving
}

/**
 * What has come after a cursor, once there are so many. Events appear when every older transaction on the database server has
 * ended, also those of the tests beside this one.
 */
async function eventsAfter({ ask }: Serving, cursor: string, count: number, more = '') {
  let page = await ask('GET', `/v1/events?after=${cursor}${more}`)
  await expect
    .poll(async () => {
      page = await ask('GET', `/v1/events?after=${cursor}${more}`)
      return page.body.items.length
    })
    .toBe(count)
  return page.body
}

describe('pages', () => {
  it('go on where the last one ended, also when nothing has happened', async () => {
    const serving = await withAna()
    const { ask } = serving
    const begin = await eventsAfter(serving, '0-0-0', 1)
    const empty = await eventsAfter(serving, begin.nextCursor, 0)
    expect(empty).toEqual({ items: [], nextCursor: begin.nextCursor })
    const { body: scheduled } = await ask('POST', '/v1/reminders', { body: note('1') })
    const first = await eventsAfter(serving, empty.nextCursor, 1)
    expect(first.items).toEqual([
      expect.objectContaining({
        type: 'reminder.scheduled',
        reminderId: scheduled.id,
        recipient: 'ana',
        entity: { type: 'note', id: '1' },
        at: { instant: expect.any(String), local: expect.any(String), timezone: 'UTC' },
      }),
    ])
    await ask('POST', `/v1/reminders/${scheduled.id}/cancel`)
    const second = await eventsAfter(serving, first.nextCursor, 1, '&types=reminder.cancelled')
    expect(second.items).toMatchObject([{ type: 'reminder.cancelled', actor: expect.stringMatching(/^key:/) }])
  })

  it('are of one tenant', async () => {
    const serving = await withAna()
    await serving.ask('POST', '/v1/reminders', { body: note('1') })
    await eventsAfter(serving, '0-0-0', 2)
    const { items } = (await serving.ask('GET', '/v1/events', { key: serving.otherKey })).body
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['key.created'])
  })

  it('refuse what is no cursor and no type', async () => {
    const { ask } = await withAna()
    expect(await ask('GET', '/v1/events?after=yesterday')).toMatchObject({ status: 400, body: { pointer: '/after' } })
    expect(await ask('GET', '/v1/events?types=delivery.sent,nonsense')).toMatchObject({
      status: 400,
      body: { pointer: '/types/1' },
    })
  })
})

describe('a stream', () => {
  it('tells what happens, and after a break what happened meanwhile', async () => {
    const { ask, app, key } = await withAna()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const listen = async (more: Record<string, string> = {}) => {
      const gone = new AbortController()
      const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...more }
      const response = await fetch(`${address}/v1/events?types=reminder.scheduled`, { headers, signal: gone.signal })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      return { read: eventsOf(response), close: () => gone.abort() }
    }
    const first = await listen()
    await ask('POST', '/v1/reminders', { body: note('1') })
    const [one] = await first.read(1)
    expect(one).toMatchObject({ event: 'reminder.scheduled', data: { entity: { id: '1' } } })
    first.close()
    await ask('POST', '/v1/reminders', { body: note('2') })
    const second = await listen({ 'last-event-id': one!.id })
    await ask('POST', '/v1/reminders', { body: note('3') })
    const told = await second.read(2)
    expect(told.map(({ data }) => data.entity.id)).toEqual(['2', '3'])
    // A server that closes does not wait for its listeners.
    await app.close()
  })

  it('is refused before it begins', async () => {
    const { ask } = await withAna()
    const headers = { accept: 'text/event-stream', 'last-event-id': 'yesterday' }
    expect(await ask('GET', '/v1/events', { headers })).toMatchObject({ status: 400 })
    expect(await ask('GET', '/v1/events', { key: null, headers })).toMatchObject({ status: 401 })
  })
})

interface Told {
  readonly id: string
  readonly event: string
  readonly data: { readonly entity: { readonly id: string } }
}

/** Answers a function that waits for so many more events. */
function eventsOf(response: Response): (count: number) => Promise<Told[]> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (count) => {
    const found: Told[] = []
    while (found.length < count) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = await reader.read()
        if (done) throw new Error('the stream has ended')
        text += value
        continue
      }
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
      if (fields.id) found.push({ id: fields.id, event: fields.event ?? '', data: JSON.parse(fields.data ?? '') })
    }
    return found
  }
}
