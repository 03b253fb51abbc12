// Recipients over HTTP: addresses and their health, ladders, preferences.

import { describe, expect, it } from 'vitest'
import { BelfryError, memoryChannel } from '../../src/index.ts'
import { useServer } from './serving.ts'

const server = useServer()

const mail = {
  ...memoryChannel({ name: 'mail', needsAddress: true }),
  readAddress(text: string, field: string) {
    if (/^[^\s,;@]+@[^\s,;@]+$/.test(text)) return text
    throw new BelfryError('invalid_input', 'Not a mail address.', { field, accepted: 'ana@example.com' })
  },
}

async function started() {
  const serving = await server.start({ belfry: { channels: [mail, memoryChannel({ name: 'push' })] } })
  const ana = await serving.ask('PUT', '/v1/recipients/ana', { body: { addresses: { mail: 'ana@example.com' } } })
  return { ...serving, etag: ana.headers.etag! }
}

describe('an address', () => {
  it.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\u0000',
    'a@example.com\u2028',
    'nobody',
  ])('%j is refused, in both places', async (address) => {
    const { ask } = await started()
    const refused = { status: 400, body: { code: 'invalid_input' } }
    const whole = await ask('PUT', '/v1/recipients/bo', { body: { addresses: { mail: address } } })
    expect(whole).toMatchObject({ ...refused, body: { ...refused.body, pointer: '/addresses/mail' } })
    const part = await ask('PUT', '/v1/recipients/ana/addresses', { body: { mail: address } })
    expect(part).toMatchObject({ ...refused, body: { ...refused.body, pointer: '/mail' } })
    expect((await ask('GET', '/v1/recipients/bo')).status).toBe(404)
  })

  it('is suspended and verified, and both are in the audit trail', async () => {
    const { ask } = await started()
    const suspended = await ask('POST', '/v1/recipients/ana/addresses/mail/suspend', { body: { reason: 'bounced' } })
    expect(suspended).toMatchObject({
      status: 200,
      body: {
        addresses: { mail: 'ana@example.com' },
        suspended: { mail: { reason: 'bounced', at: { timezone: 'UTC' } } },
      },
    })
    expect((await ask('GET', '/v1/recipients?suspended=true')).body.items).toMatchObject([{ id: 'ana' }])
    const verified = await ask('POST', '/v1/recipients/ana/addresses/mail/verify')
    expect(verified).toMatchObject({ status: 200, body: { suspended: {} } })
    expect((await ask('GET', '/v1/recipients?suspended=true')).body.items).toEqual([])
    expect((await ask('GET', '/v1/recipients?suspended=false')).body.items).toMatchObject([{ id: 'ana' }])
    const { body } = await ask('GET', '/v1/audit?recipient=ana')
    const actions = (body.items as { action: string }[]).map(({ action }) => action)
    expect(actions.sort()).toEqual(['address_suspended', 'address_verified'])
  })

  it('of nobody, or on a channel without one, is not found', async () => {
    const { ask, otherKey: key } = await started()
    const verify = (path: string, more = {}) => ask('POST', `/v1/recipients/${path}/verify`, more)
    expect(await verify('bo/addresses/mail')).toMatchObject({ status: 404, body: { pointer: '/id' } })
    expect(await verify('ana/addresses/push')).toMatchObject({ status: 404, body: { pointer: '/channel' } })
    expect(await verify('ana/addresses/mail', { key })).toMatchObject({ status: 404 })
  })

  it('that is suspended makes another answer, of the same version', async () => {
    const { ask, etag } = await started()
    await ask('POST', '/v1/recipients/ana/addresses/mail/suspend', { body: { reason: 'gone' } })
    const read = await ask('GET', '/v1/recipients/ana', { headers: { 'if-none-match': etag } })
    expect(read).toMatchObject({ status: 200, body: { version: 1, suspended: { mail: { reason: 'gone' } } } })
    const known = read.headers.etag!
    expect(await ask('GET', '/v1/recipients/ana', { headers: { 'if-none-match': known } })).toMatchObject({
      status: 304,
    })
    const written = await ask('PUT', '/v1/recipients/ana', { body: { name: 'Ana' }, headers: { 'if-match': known } })
    expect(written).toMatchObject({ status: 200, body: { version: 2 } })
    const late = await ask('PUT', '/v1/recipients/ana', { body: { name: 'Bo' }, headers: { 'if-match': known } })
    expect(late).toMatchObject({ status: 412 })
  })
})

describe('a recipient', () => {
  it('says a ladder, a fallback and what is off together, and reads them again', async () => {
    const { ask } = await started()
    const body = {
      channels: ['in_app', { channel: 'push', after: 'PT2M' }],
      fallback: 'mail',
      preferences: { off: [{ type: 'meeting', channel: 'push' }, { kind: 'once' }] },
    }
    expect(await ask('PUT', '/v1/recipients/ana', { body })).toMatchObject({ status: 200 })
    const { body: read } = await ask('GET', '/v1/recipients/ana')
    expect(read).toMatchObject({
      channels: body.channels,
      fallback: 'mail',
      preferences: { channelsOff: [], kindsOff: ['once'], typesOff: [], off: [{ type: 'meeting', channel: 'push' }] },
    })
    const put = await ask('PUT', '/v1/recipients/ana/preferences', { body: read.preferences })
    expect(put).toMatchObject({ status: 200, body: read.preferences })
    const empty = await ask('PUT', '/v1/recipients/ana/preferences', { body: { off: [{}] } })
    expect(empty).toMatchObject({ status: 400, body: { code: 'missing_field', pointer: '/off/0' } })
  })
})

describe('the list of recipients', () => {
  it('is searched by name and id, page by page', async () => {
    const { ask } = await started()
    for (const [id, name] of [
      ['u1', 'Zora Quist'],
      ['u2', '박지우'],
      ['u3', 'zo_la'],
    ] as const)
      await ask('PUT', `/v1/recipients/${id}`, { body: { name } })
    const found = async (query: string) => {
      const { status, body } = await ask('GET', `/v1/recipients?${query}`)
      expect(status).toBe(200)
      return body as { items: { id: string }[]; nextCursor: string | null }
    }
    const first = await found('search=ZO&limit=1')
    expect(first.items).toMatchObject([{ id: 'u3', name: 'zo_la' }])
    const second = await found(`search=ZO&limit=1&cursor=${encodeURIComponent(first.nextCursor!)}`)
    expect(second).toMatchObject({ items: [{ id: 'u1' }], nextCursor: null })
    expect(await found(`search=${encodeURIComponent('지우')}`)).toMatchObject({ items: [{ id: 'u2' }] })
    expect((await found('search=zo%25')).items).toEqual([])
    expect((await found('search=an')).items).toMatchObject([{ id: 'ana' }])
    expect(await ask('GET', '/v1/recipients?search=')).toMatchObject({ status: 400, body: { pointer: '/search' } })
    expect(await ask('GET', '/v1/recipients?search=a&cursor=x')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', pointer: '/cursor' },
    })
  })
})
