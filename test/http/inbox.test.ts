// The inbox through HTTP: pages with an ETag, counts, hints as they happen, and people with a token of their own.

import { describe, expect, it } from 'vitest'
import { type Serving, useServer } from './serving.ts'

const server = useServer()
const startsAt = new Date('2030-01-01T00:00:00Z')
const logged: string[] = []
const log = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }))

interface Ringing extends Serving {
  ring(recipient?: string): Promise<void>
  token(recipient: string): Promise<string>
}

/** Ana and Bo, each with something in the inbox. */
async function ringing(): Promise<Ringing> {
  const logger = { debug: log, info: log, warn: log, error: log }
  const serving = await server.start({ app: { logger } })
  const { belfry, ask } = serving
  await belfry.clock.set(startsAt)
  belfry.startWorker()
  for (const id of ['ana', 'bo']) await ask('PUT', `/v1/recipients/${id}`, { body: {} })
  let n = 0
  const ring = async (recipient = 'ana') => {
    const before = (await belfry.inbox.counts(recipient)).total
    await ask('POST', '/v1/reminders', {
      body: { entity: { type: 'note', id: String(++n) }, recipient, in: 'PT0S', title: `Call ${n}` },
    })
    await expect.poll(async () => (await belfry.inbox.counts(recipient)).total).toBe(before + 1)
  }
  await ring()
  await ring('bo')
  const token = async (recipient: string) =>
    (await ask('POST', `/v1/recipients/${recipient}/tokens`, { body: {} })).body.token as string
  return { ...serving, ring, token }
}

const idOf = async ({ ask }: Serving, recipient: string): Promise<string> =>
  (await ask('GET', `/v1/inbox?recipient=${recipient}`)).body.items[0].id

describe('a page', () => {
  it('has an ETag that holds until something is shown otherwise', async () => {
    const serving = await ringing()
    const { ask, ring } = serving
    const first = await ask('GET', '/v1/inbox?recipient=ana')
    expect(first).toMatchObject({
      status: 200,
      headers: { etag: expect.stringMatching(/^W\/"[\w-]{22}"$/) },
      body: { items: [{ title: 'Call 1', state: 'unread', dueAt: { timezone: 'UTC' } }], nextCursor: null },
    })
    const known = async (etag: string | undefined, path = '/v1/inbox?recipient=ana') =>
      (await ask('GET', path, { headers: { 'if-none-match': etag! } })).status
    expect(await known(first.headers.etag)).toBe(304)
    const counts = await ask('GET', '/v1/inbox/counts?recipient=ana')
    expect(counts.body).toEqual({ unread: 1, read: 0, archived: 0, snoozed: 0, done: 0, total: 1 })
    expect(await known(counts.headers.etag, '/v1/inbox/counts?recipient=ana')).toBe(304)
    await ring('bo')
    expect(await known(first.headers.etag)).toBe(304)
    const id = await idOf(serving, 'ana')
    expect((await ask('POST', `/v1/inbox/${id}/read`)).body).toMatchObject({ id, state: 'read' })
    expect(await known(first.headers.etag)).toBe(200)
    expect(await known(counts.headers.etag, '/v1/inbox/counts?recipient=ana')).toBe(200)
    const { headers } = await ask('GET', '/v1/inbox?recipient=ana')
    await serving.belfry.recipients.delete('ana')
    expect(await known(headers.etag)).toBe(200)
  })

  it('of one state, and every verb', async () => {
    const serving = await ringing()
    const { ask } = serving
    const id = await idOf(serving, 'ana')
    const states: string[] = []
    for (const verb of ['read', 'unread', 'archive', 'unarchive'])
      states.push((await ask('POST', `/v1/inbox/${id}/${verb}`)).body.state)
    expect(states).toEqual(['read', 'unread', 'archived', 'unread'])
    const snoozed = await ask('POST', `/v1/inbox/${id}/snooze`, { body: { for: 'PT1H' } })
    expect(snoozed.body).toMatchObject({ state: 'snoozed', snoozedUntil: { instant: '2030-01-01T01:00:00.000Z' } })
    expect((await ask('GET', '/v1/inbox?recipient=ana&state=snoozed')).body.items).toMatchObject([{ id }])
    expect((await ask('POST', `/v1/inbox/${id}/done`)).body).toMatchObject({ state: 'done' })
    expect((await ask('POST', `/v1/inbox/${id}/undo`)).body).toMatchObject({ state: 'snoozed', doneAt: null })
    const fresh = await ask('POST', `/v1/inbox/${await idOf(serving, 'bo')}/undo`)
    expect(fresh).toMatchObject({ status: 404, body: { code: 'not_found', pointer: '/id' } })
    expect((await ask('POST', `/v1/inbox/read-all`, { body: { recipient: 'bo' } })).body).toEqual({ read: 1 })
    expect((await ask('POST', `/v1/deliveries/${id}/seen`)).body).toEqual({ id, cancelled: [], inFlight: [] })
  })
})

describe('a token of one’s own', () => {
  it('opens one’s own inbox, and nobody else’s', async () => {
    const serving = await ringing()
    const { ask } = serving
    const key = await serving.token('ana')
    const [own, other] = [await idOf(serving, 'ana'), await idOf(serving, 'bo')]
    const list = await ask('GET', '/v1/inbox', { key })
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([own])
    expect(await ask('GET', '/v1/inbox?recipient=bo', { key })).toMatchObject({ status: 403 })
    expect(await ask('GET', '/v1/inbox/counts?recipient=bo', { key })).toMatchObject({ status: 403 })
    expect(await ask('POST', '/v1/inbox/read-all', { key, body: { recipient: 'bo' } })).toMatchObject({ status: 403 })
    for (const verb of ['read', 'unread', 'archive', 'unarchive', 'done', 'snooze', 'undo']) {
      const body = verb === 'snooze' ? { for: 'PT1H' } : undefined
      expect(await ask('POST', `/v1/inbox/${other}/${verb}`, { key, body }), verb).toMatchObject({ status: 404 })
    }
    expect(await ask('GET', `/v1/inbox/${other}`, { key })).toMatchObject({ status: 404 })
    expect(await ask('POST', `/v1/deliveries/${other}/seen`, { key })).toMatchObject({ status: 404 })
    expect((await ask('GET', '/v1/inbox/counts?recipient=bo')).body).toMatchObject({ unread: 1, total: 1 })
    expect(await ask('POST', '/v1/inbox/read-all')).toMatchObject({
      ...{ status: 400, body: { code: 'missing_field', pointer: '/recipient' } },
    })
    expect(await ask('POST', '/v1/inbox/read-all', { key })).toMatchObject({ status: 200, body: { read: 1 } })
    expect(await ask('POST', `/v1/inbox/${own}/done`, { key })).toMatchObject({ status: 200 })
    expect(await ask('POST', `/v1/inbox/${own}/undo`, { key })).toMatchObject({ status: 200, body: { state: 'read' } })
    // What somebody else has said, nobody but they take back.
    await ask('POST', `/v1/inbox/${other}/done`)
    expect(await ask('POST', `/v1/inbox/${other}/undo`, { key })).toMatchObject({ status: 404 })
    expect((await ask('GET', `/v1/inbox/${other}`)).body).toMatchObject({ state: 'done' })
  })

  it('takes back Done and Snooze, and is told when that is too late', async () => {
    const serving = await ringing()
    const { ask, belfry } = serving
    const key = await serving.token('ana')
    const id = await idOf(serving, 'ana')
    await ask('POST', `/v1/inbox/${id}/snooze`, { key, body: { for: 'PT1H' } })
    const undone = await ask('POST', `/v1/inbox/${id}/undo`, { key })
    expect(undone).toMatchObject({ status: 200, body: { state: 'unread', snoozedUntil: null } })
    expect((await ask('POST', `/v1/inbox/${id}/undo`, { key })).body).toEqual(undone.body)
    await ask('POST', `/v1/inbox/${id}/snooze`, { key, body: { for: 'PT1H' } })
    await belfry.clock.set(new Date(startsAt.getTime() + 3_600_000))
    await expect.poll(async () => (await belfry.inbox.counts('ana')).total).toBe(2)
    expect(await ask('POST', `/v1/inbox/${id}/undo`, { key })).toMatchObject({
      ...{ status: 412, body: { code: 'version_conflict', pointer: '/id' } },
    })
  })

  it('in the address opens the stream of hints alone, and is in no log', async () => {
    logged.length = 0
    const serving = await ringing()
    const { ask, token, key } = serving
    const access = await token('ana')
    expect(await ask('GET', `/v1/inbox/stream?access_token=${access}`, { key: null })).toMatchObject({
      status: 200,
      body: { mark: expect.any(String) },
    })
    expect(await ask('GET', `/v1/inbox/stream?recipient=bo&access_token=${access}`, { key: null })).toMatchObject({
      status: 403,
    })
    // No key goes there, and no other route takes it.
    for (const path of [`/v1/inbox/stream?recipient=ana&access_token=${key}`, `/v1/inbox?access_token=${access}`])
      expect((await ask('GET', path, { key: null })).status).toBe(401)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join()).not.toContain(access)
  })
})

describe('a stream', () => {
  it('hints at once that something has changed for this person, and says nothing of it', async () => {
    const serving = await ringing()
    const { app, ring, token, ask } = serving
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const url = `${address}/v1/inbox/stream?access_token=${await token('ana')}`
    const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: gone.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const next = hintsOf(response)
    const first = await next()
    expect(first).toEqual({ mark: (await ask('GET', '/v1/inbox/stream?recipient=ana')).body.mark })
    await ring('bo')
    await ring('ana')
    const second = await next()
    expect(second.mark).not.toBe(first.mark)
    await ask('POST', `/v1/inbox/${await idOf(serving, 'ana')}/archive`)
    const third = await next()
    expect(third).toEqual({ mark: (await ask('GET', '/v1/inbox/stream?recipient=ana')).body.mark })
    gone.abort()
    // A server that closes does not wait for those who listen.
    await app.close()
  })

  it('is open ten times for one person, and the others have theirs', async () => {
    const { app, token } = await ringing()
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const [ana, bo] = [await token('ana'), await token('bo')]
    const open = async (access: string) => {
      const url = `${address}/v1/inbox/stream?access_token=${access}`
      return (await fetch(url, { headers: { accept: 'text/event-stream' }, signal: gone.signal })).status
    }
    for (let i = 0; i < 10; i++) expect(await open(ana)).toBe(200)
    expect(await open(ana)).toBe(429)
    expect(await open(bo)).toBe(200)
    gone.abort()
    await app.close()
  })

  it('is refused before it begins', async () => {
    const { ask, token } = await ringing()
    const headers = { accept: 'text/event-stream' }
    const key = await token('ana')
    expect(await ask('GET', '/v1/inbox/stream', { headers })).toMatchObject({
      status: 400,
      body: { pointer: '/recipient' },
    })
    expect(await ask('GET', '/v1/inbox/stream?recipient=bo', { key, headers })).toMatchObject({ status: 403 })
    expect(await ask('GET', '/v1/inbox/stream?recipient=ana', { key: null, headers })).toMatchObject({ status: 401 })
  })
})

/** Answers a function that waits for the next hint. */
function hintsOf(response: Response): () => Promise<{ mark: string }> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const [, data] = /^event: inbox\ndata: (.*)$/.exec(block) ?? []
        if (data) return JSON.parse(data)
        continue
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream has ended')
      text += value
    }
  }
}
