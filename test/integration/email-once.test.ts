// Accepted and then lost, and not reached at all: many mails each way, from the schedule to the outside witness.

import { afterEach, describe, expect, it } from 'vitest'
import { type EmailOptions, email } from '../../src/channels/email/email.ts'
import { deliveryOf } from '../channels/emails-under-test.ts'
import { type ScriptedSmtp, scriptedSmtp } from '../channels/scripted-smtp.ts'
import { accepted, type SendgridServer, sendgridServer } from '../channels/sendgrid-server.ts'
import { unusedPort } from '../channels/unused-port.ts'
import { sized } from '../size.ts'
import { useDatabase } from './running.ts'

const count = sized(100, 1_000)
const { start } = useDatabase()
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Witness {
  readonly options: Partial<EmailOptions>
  /** Ids of deliveries, as often as it has got them. */
  received(): readonly string[]
  acceptThenDrop(): void
  accept(): void
}

async function bySmtp(): Promise<Witness> {
  const server: ScriptedSmtp = await scriptedSmtp({ extensions: ['PIPELINING'] })
  closers.push(() => server.close())
  return {
    options: { smtp: { host: '127.0.0.1', port: server.port } },
    received: () => server.received.map(deliveryOf),
    acceptThenDrop: () => server.script({ end: 'drop' }),
    accept: () => server.script({}),
  }
}

async function bySendgrid(): Promise<Witness> {
  const server: SendgridServer = await sendgridServer()
  closers.push(() => server.close())
  return {
    options: { sendgrid: { apiKey: 'k', baseUrl: server.url } },
    received: () => server.received.map(({ body }) => body.personalizations[0].custom_args.delivery),
    acceptThenDrop: () => server.act('drop'),
    accept: () => server.act(accepted),
  }
}

async function stage(options: Partial<EmailOptions>, more: object = {}) {
  const channel = email({ from: 'reminders@belfry.test', concurrency: 50, ...options })
  const test = await start({ channels: [channel], allowedTargets: ['127.0.0.1'] })
  await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
  const reminders = Array.from({ length: count }, (_, i) => ({
    ...{
      entity: { type: 'note', id: String(i) },
      recipient: 'ana',
      in: 'PT1M',
      channels: ['email'],
      title: `Note ${i}`,
    },
    ...more,
  }))
  await test.belfry.reminders.scheduleMany(reminders)
  return test
}

type Staged = Awaited<ReturnType<typeof stage>>

/** Ids of the deliveries in this state. */
async function inState({ belfry }: Staged, state: 'unknown' | 'sent' | 'failed'): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await belfry.deliveries.list({ recipient: 'ana', state, limit: 200, ...(cursor ? { cursor } : {}) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids.sort()
}

const times = (ids: readonly string[], n: number) => ids.flatMap((id) => Array.from({ length: n }, () => id)).sort()

describe.each([
  ['SMTP', bySmtp],
  ['SendGrid', bySendgrid],
] as const)(`${count} mails by %s`, (_, make) => {
  it('accepted, then lost: each is unknown, and the witness has each once', async () => {
    const witness = await make()
    witness.acceptThenDrop()
    const test = await stage(witness.options)
    await test.advance('PT1M')
    const unknown = await inState(test, 'unknown')
    expect(unknown).toHaveLength(count)
    expect([...witness.received()].sort()).toEqual(unknown)
    witness.accept()
    await test.advance('PT24H')
    expect([...witness.received()].sort()).toEqual(unknown)
  })

  it('accepted, then lost, and critical: each is sent once more, and never again', async () => {
    const witness = await make()
    witness.acceptThenDrop()
    const test = await stage(witness.options, { critical: true })
    await test.advance('PT1M')
    const unknown = await inState(test, 'unknown')
    expect(unknown).toHaveLength(count)
    expect([...witness.received()].sort()).toEqual(times(unknown, 2))
    witness.accept()
    await test.advance('PT24H')
    expect([...witness.received()].sort()).toEqual(times(unknown, 2))
  })
})

describe(`${count} mails to a server that is not there yet`, () => {
  it('SMTP: they are tried again, and delivered once', async () => {
    const port = await unusedPort()
    const test = await stage({ smtp: { host: '127.0.0.1', port } })
    await test.advance('PT1M')
    expect(await inState(test, 'failed')).toEqual([])
    const server = await scriptedSmtp({ port })
    closers.push(() => server.close())
    await test.advance('PT1M')
    const sent = await inState(test, 'sent')
    expect(sent).toHaveLength(count)
    expect(server.received.map(deliveryOf).sort()).toEqual(sent)
    await test.advance('PT24H')
    expect(server.received).toHaveLength(count)
  })

  it('SendGrid: the same', async () => {
    const port = await unusedPort()
    const test = await stage({ sendgrid: { apiKey: 'k', baseUrl: `http://127.0.0.1:${port}` } })
    await test.advance('PT1M')
    const server = await sendgridServer(accepted, port)
    closers.push(() => server.close())
    await test.advance('PT1M')
    const sent = await inState(test, 'sent')
    expect(sent).toHaveLength(count)
    expect(server.received.map(({ body }) => body.personalizations[0].custom_args.delivery).sort()).toEqual(sent)
    await test.advance('PT24H')
    expect(server.received).toHaveLength(count)
  })
})

it('SendGrid at a base on this machine that nobody has allowed: failed, and nobody was asked', async () => {
  const server = await sendgridServer()
  closers.push(() => server.close())
  const channel = email({ from: 'reminders@belfry.test', sendgrid: { apiKey: 'k', baseUrl: server.url } })
  const test = await start({ channels: [channel], allowedTargets: [] })
  await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
  const note = { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT1M', channels: ['email'] }
  const { id } = await test.belfry.reminders.schedule(note)
  await test.advance('PT1M')
  const { deliveries } = await test.belfry.reminders.explain(id)
  expect(deliveries).toMatchObject([{ state: 'failed', reason: 'refused' }])
  const attempts = await test.belfry.deliveries.attempts(deliveries[0]!.id)
  expect(JSON.stringify(attempts)).toContain('allowedTargets lists what may')
  expect(server.connections()).toBe(0)
})
