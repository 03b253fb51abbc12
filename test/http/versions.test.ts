// Versions: an ETag with what has one, If-None-Match for whoever knows it already, If-Match for whoever writes it back.

import { describe, expect, it } from 'vitest'
import { type Serving, useServer } from './serving.ts'

const server = useServer()

interface Versioned {
  readonly path: string
  readonly bodies: readonly [object, object]
}

const things: readonly [string, Versioned][] = [
  ['entities', { path: '/v1/entities/meeting/7', bodies: [{ title: 'one' }, { title: 'two' }] }],
  ['recipients', { path: '/v1/recipients/bo', bodies: [{ name: 'one' }, { name: 'two' }] }],
  ['templates', { path: '/v1/templates/soon', bodies: [{ text: 'one' }, { text: 'two' }] }],
  ['plans', { path: '/v1/plans/usual', bodies: [{ steps: ['-PT1H'] }, { steps: ['-PT2H'] }] }],
]

const versioned = (etag: string) => ({ headers: { 'if-match': etag } })

describe.each(things)('%s', (_, { path, bodies: [one, two] }) => {
  it('are made once, and changed from then on', async () => {
    const { ask } = await server.start()
    expect(await ask('PUT', path, { body: one })).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(await ask('PUT', path, { body: one })).toMatchObject({ status: 200 })
    expect(await ask('PUT', path, { body: two })).toMatchObject({ status: 200 })
  })

  it('tell their version, and nothing more to whoever knows it', async () => {
    const { ask } = await server.start()
    const { headers } = await ask('PUT', path, { body: one })
    const etag = headers.etag!
    expect(await ask('GET', path)).toMatchObject({ status: 200, headers: { etag } })
    for (const known of [etag, `"99", ${etag}`, `W/${etag}`, '*']) {
      const unchanged = await ask('GET', path, { headers: { 'if-none-match': known } })
      expect(unchanged, known).toMatchObject({ status: 304, body: '', headers: { etag } })
    }
    const changed = await ask('PUT', path, { body: two })
    expect(changed.headers.etag).not.toBe(etag)
    const read = await ask('GET', path, { headers: { 'if-none-match': etag } })
    expect(read).toMatchObject({ status: 200, headers: { etag: changed.headers.etag } })
  })

  it('are not written over what somebody else has written', async () => {
    const { ask } = await server.start()
    const first = await ask('PUT', path, { body: one })
    const second = await ask('PUT', path, { body: two, ...versioned(first.headers.etag!) })
    expect(second.status).toBe(200)
    const late = await ask('PUT', path, { body: one, ...versioned(first.headers.etag!) })
    expect(late).toMatchObject({ status: 412, body: { code: 'version_conflict', pointer: '/If-Match' } })
    expect((await ask('GET', path)).headers.etag).toBe(second.headers.etag)
    expect(await ask('PUT', path, { body: one, ...versioned('*') })).toMatchObject({ status: 200 })
  })

  it('are not made by whoever expects a version', async () => {
    const { ask } = await server.start()
    for (const etag of ['"1"', 'nonsense', '"0"'])
      expect(await ask('PUT', path, { body: one, ...versioned(etag) }), etag).toMatchObject({
        status: 412,
        body: { code: 'version_conflict', pointer: '/If-Match' },
      })
    expect(await ask('GET', path)).toMatchObject({ status: 404 })
  })
})

describe('reminders', () => {
  const schedule = async ({ ask }: Serving) => {
    await ask('PUT', '/v1/recipients/ana', { body: {} })
    const { body } = await ask('POST', '/v1/reminders', {
      body: { entity: { type: 'note', id: '7' }, recipient: 'ana', at: '2031-06-01T09:00:00Z', title: 'one' },
    })
    return `/v1/reminders/${body.id}`
  }

  it('have a version while something of them is to come', async () => {
    const serving = await server.start()
    const { ask } = serving
    const path = await schedule(serving)
    const { headers, body } = await ask('GET', path)
    expect(headers.etag).toBe(`"${body.version}"`)
    expect(await ask('GET', path, { headers: { 'if-none-match': headers.etag! } })).toMatchObject({ status: 304 })
    await ask('POST', `${path}/cancel`)
    const ended = await ask('GET', path)
    expect(ended).toMatchObject({ status: 200, body: { version: null, state: 'cancelled' } })
    expect(ended.headers.etag).toBeUndefined()
  })

  it('are changed by one of two who read the same version', async () => {
    const serving = await server.start()
    const { ask } = serving
    const path = await schedule(serving)
    const etag = (await ask('GET', path)).headers.etag!
    const answers = await Promise.all(
      ['two', 'three'].map((title) => ask('PUT', path, { body: { title }, ...versioned(etag) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const won = answers.find(({ status }) => status === 200)!
    expect((await ask('GET', path)).headers.etag).toBe(won.headers.etag)
    expect(won.headers.etag).not.toBe(etag)
  })
})

describe('what has no version', () => {
  it('does not look at If-Match', async () => {
    const { ask } = await server.start()
    expect(await ask('GET', '/v1/recipients', versioned('nonsense'))).toMatchObject({ status: 200 })
  })
})
