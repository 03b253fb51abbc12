// No tenant sees another: every operation is called with the names and ids of another tenant's things, and nothing of these is
// answered or changed.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type OpenApi, type Operation, operationsOf, scopeOf, takesRecipientTokens } from './contract/document.ts'
import { dump, type OtherTenant, secret, settleIn, theirZone } from './contract/other-tenant.ts'
import { raise, type Stage, signatures } from './contract/stage.ts'
import { ownNames, type Trespass, trespasses } from './contract/trespass.ts'

let database: TestDatabase
let stage: Stage
let operations: Operation[]
let other: OtherTenant

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await raise(database.url)
  const document = (await stage.ask('GET', '/openapi.json', { key: null })).body as OpenApi
  operations = operationsOf(document)
  other = await settleIn(stage)
  await stage.ask('PUT', '/v1/recipients/ana', { body: {} })
})

afterAll(async () => {
  await stage.close()
  await database.drop()
})

interface Asking {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Nothing of the other tenant is changed by what is called, and nothing of it is told. */
async function callAll(
  calls: readonly Trespass[],
  asking: () => Asking,
  expected: (call: Trespass) => readonly number[],
) {
  const before = await dump(database.url, 'other')
  const wrong: string[] = []
  for (const call of calls) {
    const { key, headers = {} } = asking()
    const { status, body } = await stage.ask(call.method, call.url, {
      ...(key === undefined ? {} : { key }),
      headers: { ...keyIfNeeded(call), ...headers },
      body: call.body,
    })
    const text = JSON.stringify(body)
    if (!expected(call).includes(status)) wrong.push(`${call.method} ${call.url}: ${status} ${text.slice(0, 200)}`)
    if (text.includes(secret) || text.includes(theirZone))
      wrong.push(`${call.method} ${call.url} tells ${text.slice(0, 200)}`)
  }
  expect(wrong).toEqual([])
  expect(await dump(database.url, 'other')).toEqual(before)
}

/** Without one nothing else is looked at. */
const keyIfNeeded = ({ operation }: Trespass): Record<string, string> =>
  operationOf(operation).parameters.some(({ name, required }) => name === 'Idempotency-Key' && required)
    ? { 'idempotency-key': crypto.randomUUID() }
    : {}
/** Somebody else than the token's owner, in a filter or a body. Who acts on a meeting is not found, and a list has the meetings of both. */
const namesSomebody = ({ url, body = {} }: Trespass) =>
  /[?&](recipient|user)=/.test(url) || ['userId', 'user_id', 'recipient', 'requester'].some((name) => name in body)
/** What needs no key, and what needs a signature instead. */
const openTo = (operation: string) => (operation in signatures ? [401] : [200])
const allCalls = () => operations.flatMap((operation) => trespasses(operation, other))
const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name)!

describe('another tenant’s ids', () => {
  it('are there to be reached for', async () => {
    const rows = await dump(database.url, 'other')
    const tables = [
      ...['deliveries', 'reminders', 'attempts', 'recipients', 'plans', 'entities', 'alarms', 'audit', 'inbox'],
      ...['meetings', 'meeting_participants', 'bookings', 'meeting_status_events', 'availability_blocks', 'calendars'],
    ]
    for (const name of tables) expect(rows[name]?.length, name).toBeGreaterThan(0)
    expect(other.deliveries.length).toBeGreaterThanOrEqual(4)
    expect(Object.keys(ownNames).filter((name) => !operations.some((one) => one.operationId === name))).toEqual([])
  })

  const ways: [string, () => Record<string, string>][] = [
    ['', () => ({})],
    [' and an Idempotency-Key', () => ({ 'idempotency-key': crypto.randomUUID() })],
  ]

  it.each(ways)('answer 404, and nothing changes: with a key of one’s own%s', async (_, headers) => {
    const calls = allCalls().filter(({ operation }) => !(operation in ownNames))
    const asking = () => ({ headers: headers() })
    await callAll(calls, asking, ({ operation }) => {
      if (scopeOf(operationOf(operation)) === 'anyone') return openTo(operation)
      return scopeOf(operationOf(operation)) === 'operator' ? [403] : [404]
    })
  })

  it('lists of what is theirs are empty', async () => {
    for (const name of [
      'reminders.list',
      'reminders.upcoming',
      'alarms.list',
      'meetings.list',
      'deliveries.list',
      'inbox.list',
      'ledger.ofRecipient',
    ])
      for (const { method, url } of allCalls().filter(({ operation }) => operation === name))
        expect((await stage.ask(method, url)).body.items, url).toEqual([])
    const told = await stage.ask('GET', `/v1/audit?reminder=${other.reminders[0]}`)
    expect(told.body.items).toEqual([])
  })

  it('answer 403 or 404 to a recipient’s token of another tenant', async () => {
    const { body } = await stage.ask('POST', '/v1/recipients/ana/tokens', { body: {} })
    const asking = () => ({ key: body.token as string })
    await callAll(allCalls(), asking, (call) => {
      const { operation } = call
      const own = takesRecipientTokens(operationOf(operation))
      const scope = scopeOf(operationOf(operation))
      if (scope === 'anyone') return openTo(operation)
      if (!own || namesSomebody(call)) return [403]
      // One's own list, narrowed to an entity of that name: of one's own.
      const asksOfOthers = 'participants' in (call.body ?? {})
      return operationOf(operation).path.includes('{') || asksOfOthers ? [404] : [200]
    })
  })

  it('answer 404 when the header names the other tenant', async () => {
    const asking = () => ({ headers: { 'belfry-tenant': 'other' } })
    await callAll(allCalls(), asking, ({ operation }) =>
      scopeOf(operationOf(operation)) === 'anyone' ? openTo(operation) : [404],
    )
  })

  // The last, because from now on there are things of one's own with those names.
  it.each(ways)('are names for things of one’s own, where they are names%s', async (_, headers) => {
    const calls = allCalls().filter(({ operation }) => operation in ownNames)
    const asking = () => ({ headers: headers() })
    await callAll(calls, asking, () => [200, 201])
  })
})

describe('row-level security, the second line', () => {
  interface Table {
    name: string
    secured: boolean
    policies: string[]
    readable: boolean
    writable: boolean
  }
  const tables = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<Table>(
      `select c.relname as name, c.relrowsecurity as secured,
         array(select p.polname::text from pg_policy p where p.polrelid = c.oid
               and (p.polroles = '{0}' or 'belfry_app'::regrole = any (p.polroles))) as policies,
         has_table_privilege('belfry_app', c.oid, 'select') as readable,
         has_table_privilege('belfry_app', c.oid, 'insert, update, delete, truncate') as writable
       from pg_class c where c.relnamespace = 'belfry'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    )
    await client.end()
    return rows
  }
  /** What belongs to nobody: the same for every tenant, read only. */
  const common = ['clock', 'zones']
  const closed = ['gates', 'keys', 'lineage', 'migrations', 'pulses', 'secrets']

  it('holds for every table that requests can reach', async () => {
    const all = await tables()
    expect(all.length).toBeGreaterThan(15)
    const open = all.filter(({ readable, writable }) => readable || writable)
    const unguarded = open.filter(({ secured }) => !secured)
    expect(unguarded.map(({ name }) => name)).toEqual(common)
    expect(unguarded.filter(({ writable }) => writable)).toEqual([])
    // Claims have a worker's policy only: a request sees none of them.
    const without = open.filter(({ secured, policies }) => secured && policies.length === 0)
    expect(without.map(({ name }) => name)).toEqual(['claims'])
    expect(all.filter((one) => !open.includes(one)).map(({ name }) => name)).toEqual(closed)
  })

  it('shows nothing of another tenant, and neither keys nor secrets', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query('set role belfry_app')
      await client.query(`select set_config('belfry.tenant', 'default', false)`)
      for (const name of closed)
        await expect(client.query(`select * from belfry.${name}`)).rejects.toMatchObject({ code: '42501' })
      for (const { name } of (await tables()).filter(({ secured, readable }) => secured && readable)) {
        const { rows } = await client.query<{ row: { tenant?: string } }>(
          `select to_jsonb(t) as row from belfry."${name}" t`,
        )
        const theirs = rows.filter(({ row }) => row.tenant === 'other' || JSON.stringify(row).includes(secret))
        expect(theirs, name).toEqual([])
      }
    } finally {
      await client.end()
    }
  })
})
