import { afterEach, describe, expect, it } from 'vitest'
import { email } from '../../src/channels/email/email.ts'
import { type SendgridAct, type SendgridServer, sendgridServer } from '../channels/sendgrid-server.ts'
import { sendgridSigning } from '../channels/sendgrid-signing.ts'
import { type Asked, type Serving, useServer } from './serving.ts'

const path = '/v1/channels/email/sendgrid/events'
const signing = sendgridSigning()
const { start } = useServer()
let provider: SendgridServer
afterEach(async () => await provider.close())

interface Told {
  readonly serving: Serving
  /** A mail to each of r0, r1, …: how SendGrid's events name its delivery, and its address. */
  readonly args: readonly Readonly<Record<string, string>>[]
  tell(events: readonly object[], headers?: Record<string, string>): Promise<Asked>
  state(n?: number): Promise<string | undefined>
  suspended(n: number): Promise<Readonly<Record<string, string>>>
}

/** So many mails, and what the provider did with them. */
async function told(act: SendgridAct, until: string, count = 1, more: object = {}): Promise<Told> {
  provider = await sendgridServer(act)
  const sendgrid = { apiKey: 'k', baseUrl: provider.url, eventKey: signing.eventKey }
  const channel = email({ from: 'reminders@belfry.test', sendgrid })
  const serving = await start({
    belfry: { channels: [channel], defaultChannels: ['email'], allowedTargets: ['127.0.0.1'] },
  })
  const { belfry } = serving
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
  belfry.startWorker()
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    await belfry.recipients.put({ id: `r${n}`, addresses: { email: `R${n}@example.com` } })
    const reminder = { entity: { type: 'note', id: 'a' }, recipient: `r${n}`, in: 'PT1M', ...more }
    ids.push((await belfry.reminders.schedule(reminder)).id)
  }
  await belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
  const state = async (n = 0) => (await belfry.reminders.explain(ids[n]!)).deliveries[0]?.state
  for (let n = 0; n < count; n++) await expect.poll(() => state(n)).toBe(until)
  await expect.poll(() => provider.received.length).toBe(count)
  const sent = provider.received.map(({ body }) => body.personalizations[0])
  return {
    serving,
    state,
    args: ids.map((_, n) => {
      const { to, custom_args } = sent.find(({ to: [one] }) => one.email === `R${n}@example.com`)
      return { email: to[0].email.toLowerCase(), ...custom_args }
    }),
    tell(events, headers) {
      const body = JSON.stringify(events)
      return serving.ask('POST', path, { key: null, headers: headers ?? signing.headers(body), body })
    },
    suspended: async (n) => {
      const { suspended = {} } = (await belfry.recipients.get(`r${n}`)) ?? {}
      return Object.fromEntries(Object.entries(suspended).map(([channel, { reason }]) => [channel, reason]))
    },
  }
}

const nothing = { settled: 0, suspended: 0, muted: 0 }

describe('what SendGrid tells', () => {
  it('of a mail that it has: what was unknown is sent', async () => {
    const names = ['processed', 'delivered', 'deferred', 'open', 'click', 'bounce', 'spamreport', 'unsubscribe']
    const { args, tell, state, serving } = await told('drop', 'unknown', names.length + 1)
    const events = names.map((event, n) => ({ event, ...args[n] }))
    // One that it refused to send, it has not.
    events.push({ event: 'dropped', ...args[names.length] })
    expect(await tell(events)).toMatchObject({ status: 200, body: { events: 9, settled: 8 } })
    for (const [n] of names.entries()) expect(await state(n)).toBe('sent')
    expect(await state(names.length)).toBe('unknown')
    expect((await tell(events)).body).toMatchObject(nothing)
    expect(await serving.belfry.deliveries.needingAttention()).toHaveLength(1)
  })

  it('of an address: it is suspended for this reason, or not', async () => {
    const cases: [object, string | undefined][] = [
      [{ event: 'bounce', type: 'bounce', status: '5.1.1' }, 'bounced'],
      [{ event: 'bounce' }, 'bounced'],
      [{ event: 'bounce', type: 'blocked' }, undefined],
      [{ event: 'bounce', type: 'bounce', status: '5.2.2' }, undefined],
      [{ event: 'dropped', reason: 'Bounced Address' }, 'bounced'],
      [{ event: 'dropped', reason: 'Invalid' }, 'bounced'],
      [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'blocked'],
      [{ event: 'dropped', reason: 'Spam Content' }, undefined],
      [{ event: 'spamreport' }, 'blocked'],
      [{ event: 'delivered' }, undefined],
      [{ event: 'something new' }, undefined],
    ]
    const { args, tell, suspended, state } = await told({ status: 202 }, 'sent', cases.length)
    const events = cases.flatMap(([event], n) => [
      { ...event, ...args[n] },
      { ...event, ...args[n] },
    ])
    expect((await tell(events)).body).toEqual({ events: 22, settled: 0, suspended: 6, muted: 0 })
    for (const [n, [, reason]] of cases.entries()) {
      expect(await suspended(n)).toEqual(reason ? { email: reason } : {})
      expect(await state(n)).toBe('sent')
    }
    expect((await tell(events)).body).toMatchObject(nothing)
  })

  it('of an address that is not the person’s any more: nothing is suspended', async () => {
    const { args, tell, serving, suspended } = await told({ status: 202 }, 'sent')
    await serving.belfry.recipients.put({ id: 'r0', addresses: { email: 'new@example.com' } })
    expect((await tell([{ event: 'bounce', ...args[0] }])).body).toMatchObject({ suspended: 0 })
    expect(await suspended(0)).toEqual({})
  })

  it('of somebody who wants no more mails, whatever else they want', async () => {
    const events = [{ event: 'unsubscribe' }, { event: 'group_unsubscribe' }]
    const cases = [...events, { event: 'dropped', reason: 'Unsubscribed Address' }]
    const { args, tell, serving } = await told({ status: 202 }, 'sent', cases.length)
    const { belfry } = serving
    for (const [n] of cases.entries())
      await belfry.recipients.put({ id: `r${n}`, preferences: { kindsOff: ['digest'] } })
    const all = cases.map((event, n) => ({ ...event, ...args[n] }))
    expect((await tell([...all, ...all])).body).toMatchObject({ muted: 3, suspended: 0 })
    for (const [n] of cases.entries())
      expect((await belfry.recipients.get(`r${n}`))?.preferences).toMatchObject({
        channelsOff: ['email'],
        kindsOff: ['digest'],
      })
    // Once each, however often it is told.
    const { items } = await belfry.audit.list()
    expect(
      items
        .filter(({ action }) => action === 'unsubscribed')
        .map(({ actor, recipient, data }) => ({ actor, recipient, data })),
    ).toEqual([2, 1, 0].map((n) => ({ actor: 'sendgrid', recipient: `r${n}`, data: { channel: 'email' } })))
  })

  it('before its answer has come: it is sent, and the lost answer changes nothing', async () => {
    const { args, tell, state, serving } = await told('hang', 'sending')
    expect((await tell([{ event: 'delivered', ...args[0] }])).body).toMatchObject({ settled: 1 })
    expect(await state()).toBe('sent')
    provider.hangUp()
    // Waits for what is under way.
    await serving.belfry.close()
    const { belfry } = await start()
    expect((await belfry.deliveries.list({ recipient: 'r0' })).items).toMatchObject([{ state: 'sent' }])
  })

  it('before a critical one is tried again: it is not', async () => {
    const { args, tell, state, serving } = await told('hang', 'sending', 1, { critical: true })
    const { holds } = serving.belfry
    await holds.hold({ channel: 'email', reason: 'to look' })
    provider.hangUp()
    await expect.poll(state).toBe('pending')
    expect((await tell([{ event: 'processed', ...args[0] }])).body).toMatchObject({ settled: 1 })
    await holds.release({ channel: 'email' })
    expect(await state()).toBe('sent')
    expect(provider.received).toHaveLength(1)
  })
})

describe('what nobody believes', () => {
  it('is unsigned, signed by somebody else, changed or old', async () => {
    const { args, tell, state } = await told('drop', 'unknown')
    const events = [{ event: 'delivered', ...args[0] }]
    const body = JSON.stringify(events)
    const hour = 3_600_000
    const bad: Record<string, string>[] = [
      {},
      sendgridSigning().headers(body),
      signing.headers(`${body} `),
      signing.headers(body, Date.now() - hour),
      signing.headers(body, Date.now() + hour),
      { ...signing.headers(body), 'x-twilio-email-event-webhook-signature': 'AAAA' },
      { ...signing.headers(body), 'x-twilio-email-event-webhook-timestamp': '1e9' },
    ]
    for (const headers of bad)
      expect(await tell(events, headers)).toMatchObject({ status: 401, body: { code: 'bad_signature' } })
    expect(await state()).toBe('unknown')
  })

  it('is about deliveries that are not there, or are another tenant’s', async () => {
    const { args, tell, state } = await told('drop', 'unknown')
    const [own] = args
    const other = own!.delivery!.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    const answer = await tell([
      { event: 'delivered', email: 'r0@example.com' },
      { event: 'delivered', email: 'r0@example.com', delivery: 'nonsense' },
      { event: 'delivered', ...own, delivery: other },
      { event: 'delivered', ...own, tenant: 'other' },
    ])
    expect(answer).toMatchObject({ status: 200, body: { events: 4, ...nothing } })
    expect(await state()).toBe('unknown')
  })

  it('comes where nobody expects any', async () => {
    provider = await sendgridServer()
    const serving = await start()
    expect(await serving.ask('POST', path, { key: null, body: [] })).toMatchObject({ status: 404 })
  })
})
