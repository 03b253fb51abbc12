// Who may do what: keys, tenants, tokens, answers that are kept, and roles that see one tenant.

import * as crypto from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BelfryError } from '../../src/index.ts'
import { reminder, useDatabase } from './running.ts'

const running = useDatabase()
const at = { in: 'PT1H' }

describe('keys', () => {
  it('open what they are for, until they are revoked', async () => {
    const belfry = await running.open()
    await belfry.tenants.put({ id: 'acme', name: 'Acme' })
    const made = await belfry.keys.create({ name: 'site', tenant: 'acme', scopes: ['read', 'write'] })
    expect(made.key).toMatch(/^bf_live_[A-Za-z0-9]{48}$/)
    expect(await belfry.access.findKey(made.key)).toEqual({ id: made.id, tenant: 'acme', scopes: ['read', 'write'] })
    const mistyped = made.key.slice(0, -1) + (made.key.endsWith('A') ? 'B' : 'A')
    expect(await belfry.access.findKey(mistyped)).toBeNull()
    await belfry.keys.revoke(made.id)
    expect(await belfry.access.findKey(made.key)).toBeNull()
  })

  it('are not readable where they are stored', async () => {
    const belfry = await running.open()
    const { key } = await belfry.keys.create({ name: 'ops', scopes: ['operator'] })
    const sql = await running.client()
    const { rows } = await sql.query(`select k::text || encode(hash, 'escape') as text from belfry.keys k`)
    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toContain(key.slice(18, 50))
  })

  it('overlap when they are rotated', async () => {
    const belfry = await running.open()
    const old = await belfry.keys.create({ name: 'site', tenant: 'default', scopes: ['read'] })
    const fresh = await belfry.keys.rotate(old.id, { overlap: 'PT1H' })
    expect(fresh.key).not.toBe(old.key)
    expect(await belfry.access.findKey(old.key)).not.toBeNull()
    expect(await belfry.access.findKey(fresh.key)).toMatchObject({ tenant: 'default', scopes: ['read'] })
    await expect(belfry.keys.rotate(old.id)).rejects.toMatchObject({ code: 'in_use' })
    const sql = await running.client()
    await sql.query(`update belfry.keys set expires_at = clock_timestamp() where id = $1`, [old.id])
    expect(await belfry.access.findKey(old.key)).toBeNull()
  })

  it('the first operator key is made once, by however many servers', async () => {
    const servers = await Promise.all([running.open(), running.open(), running.open()])
    const made = await Promise.all(servers.map((one) => one.access.firstOperatorKey()))
    expect(made.filter((one) => one !== null)).toHaveLength(1)
  })

  it('refuse scopes and tenants that do not go together', async () => {
    const belfry = await running.open()
    const refused = (input: object) => belfry.keys.create({ name: 'x', scopes: ['read'], ...input })
    await expect(refused({})).rejects.toMatchObject({ code: 'missing_field', field: '/tenant' })
    await expect(refused({ scopes: ['operator'], tenant: 'default' })).rejects.toMatchObject({ field: '/tenant' })
    await expect(refused({ tenant: 'nobody' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(refused({ tenant: 'default', scopes: [] })).rejects.toMatchObject({ field: '/scopes' })
  })
})

describe('recipient tokens', () => {
  it('are good for one recipient, until they expire, and only as they were signed', async () => {
    const belfry = await running.open()
    const secret = await belfry.access.signingSecret(undefined)
    expect(await belfry.access.signingSecret(undefined)).toEqual(secret)
    const { token } = await belfry.recipients.issueToken(secret, { recipient: 'ana' })
    expect(belfry.access.readToken(token, secret)).toEqual({ tenant: 'default', recipient: 'ana' })
    expect(belfry.access.readToken(token, crypto.randomBytes(32))).toBeNull()
    const [payload, signature] = token.slice(4).split('.')
    const forged = Buffer.from(JSON.stringify(['default', 'bo', 9e15])).toString('base64url')
    expect(belfry.access.readToken(`bft_${forged}.${signature}`, secret)).toBeNull()
    expect(belfry.access.readToken(`bft_${payload}`, secret)).toBeNull()
    const short = await belfry.recipients.issueToken(secret, { recipient: 'ana', expiresIn: 'PT0.001S' })
    await expect.poll(() => belfry.access.readToken(short.token, secret)).toBeNull()
    const unknown = belfry.recipients.issueToken(secret, { recipient: 'nobody' })
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_recipient' })
  })
})

describe('answers that are kept', () => {
  const request = (fingerprint = 'one') => ({
    caller: 'key:1',
    key: 'abc',
    fingerprint: crypto.createHash('sha256').update(fingerprint).digest(),
  })
  const refusal = (error: unknown) => (error instanceof BelfryError ? `refused: ${error.code}` : null)

  it('one of fifty parallel requests is done, the others are told so or get its answer', async () => {
    const belfry = await running.open({ connectionsMax: 20 })
    let done = 0
    const one = () =>
      belfry.as({}).once(request(), {
        work: async (verbs) => {
          done += 1
          const { id } = await verbs.reminders.schedule(reminder('1', at))
          return id
        },
        refusal,
      })
    const answers = await Promise.all(Array.from({ length: 50 }, one))
    expect(done).toBe(1)
    expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(1)
    expect(new Set(answers.map(({ kind }) => kind))).not.toContain('mismatch')
    const again = await one()
    expect(again).toEqual({ kind: 'replayed', answer: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  it('another request under the same key is not done', async () => {
    const belfry = await running.open()
    const once = (fingerprint: string) =>
      belfry.as({}).once(request(fingerprint), { work: async () => fingerprint, refusal })
    expect(await once('one')).toEqual({ kind: 'done', answer: 'one' })
    expect(await once('two')).toEqual({ kind: 'mismatch' })
    const other = belfry.as({}).once({ ...request('two'), caller: 'key:2' }, { work: async () => 'two', refusal })
    expect(await other).toEqual({ kind: 'done', answer: 'two' })
  })

  it('a refusal is kept and its effect undone; a fault leaves nothing', async () => {
    const belfry = await running.open()
    const failing = (error: Error) =>
      belfry.as({}).once(request(), {
        work: async (verbs) => {
          await verbs.reminders.schedule(reminder('1', at))
          throw error
        },
        refusal,
      })
    await expect(failing(new Error('a fault'))).rejects.toThrow('a fault')
    expect(await failing(new BelfryError('busy', 'x'))).toEqual({ kind: 'done', answer: 'refused: busy' })
    expect(await failing(new Error('not done again'))).toEqual({ kind: 'replayed', answer: 'refused: busy' })
    expect((await belfry.reminders.list({ recipient: 'ana' })).items).toEqual([])
  })

  it('cannot be read without the key', async () => {
    const belfry = await running.open()
    await belfry.as({}).once(request(), { work: async () => 'somebody’s words', refusal })
    const sql = await running.client()
    const { rows } = await sql.query(
      `select encode(answer, 'escape') || encode(key, 'escape') as text from belfry.answers`,
    )
    expect(rows[0].text).not.toMatch(/words|abc/)
  })

  it('are forgotten after a day', async () => {
    const belfry = await running.open()
    await belfry.as({}).once(request(), { work: async () => 'x', refusal })
    const sql = await running.client()
    await sql.query(`update belfry.answers set expires_at = expires_at - interval '24 hours'`)
    expect(await belfry.as({}).once(request('two'), { work: async () => 'y', refusal })).toMatchObject({ kind: 'done' })
    await sql.query(`update belfry.answers set expires_at = expires_at - interval '24 hours'`)
    expect(await belfry.access.forgetAnswers()).toBe(1)
  })
})

describe('roles', () => {
  it('what acts for one tenant sees nothing of another, whatever a query asks for', async () => {
    const belfry = await running.open({ roles: true })
    expect(belfry.hasRoles).toBe(true)
    await belfry.tenants.put({ id: 'acme' })
    const acme = belfry.as({ tenant: 'acme' })
    const own = belfry.as({ tenant: 'default' })
    await acme.recipients.put({ id: 'bo' })
    const { id } = await acme.reminders.schedule({ ...reminder('1', at), recipient: 'bo' })
    expect(await acme.reminders.get(id)).toMatchObject({ recipient: 'bo' })
    expect(await own.reminders.get(id)).toBeNull()
    const sql = await running.client()
    await sql.query(`set role belfry_app; select set_config('belfry.tenant', 'default', false)`)
    expect((await sql.query('select * from belfry.reminders')).rows).toEqual([])
    await expect(sql.query('select * from belfry.keys')).rejects.toThrow('permission denied')
    await expect(sql.query('alter table belfry.reminders add column x integer')).rejects.toThrow('must be owner')
    await sql.query(`select set_config('belfry.tenant', 'acme', false)`)
    expect((await sql.query('select * from belfry.reminders')).rows).toHaveLength(1)
  })

  it('one connection serves tenants in turn', async () => {
    const belfry = await running.open({ roles: true, connectionsMax: 1 })
    await belfry.tenants.put({ id: 'acme' })
    for (const tenant of ['acme', 'default', 'acme']) {
      await belfry.as({ tenant }).recipients.put({ id: tenant })
      expect(await belfry.as({ tenant }).recipients.get(tenant)).toMatchObject({ id: tenant })
      const other = tenant === 'acme' ? 'default' : 'acme'
      expect(await belfry.as({ tenant: other }).recipients.get(tenant)).toBeNull()
    }
  })

  it('a worker delivers for every tenant under a role of its own', async () => {
    const belfry = await running.open({ roles: true })
    await belfry.tenants.put({ id: 'acme' })
    const acme = belfry.as({ tenant: 'acme' })
    await acme.recipients.put({ id: 'bo' })
    const { id } = await acme.reminders.schedule({ ...reminder('1', { in: 'PT0S' }), recipient: 'bo' })
    belfry.startWorker()
    await expect.poll(async () => (await acme.reminders.get(id))?.state).toBe('sent')
  })
})
