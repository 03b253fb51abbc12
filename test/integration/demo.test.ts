// Demo mode: what is not configured, or shall not send yet, says what it would have sent.

import { describe, expect, it } from 'vitest'
import { type BelfryOptions, createBelfry, memoryChannel } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { reminder, useDatabase } from './running.ts'

const { url, start, client } = useDatabase()

async function statesOf({ belfry }: TestBelfry, id: string) {
  const { deliveries } = await belfry.reminders.explain(id)
  return Object.fromEntries(deliveries.map(({ channel, state, reason }) => [channel, `${state}: ${reason}`]))
}

/** What each channel would have sent. */
async function wouldHave({ belfry }: TestBelfry, id: string) {
  const { deliveries } = await belfry.reminders.explain(id)
  const attempts = await Promise.all(deliveries.map((one) => belfry.deliveries.attempts(one.id)))
  return Object.fromEntries(deliveries.map(({ channel }, i) => [channel, attempts[i]?.[0]?.reply ?? null]))
}

const everywhere = ['in_app', 'email', 'web_push', 'telegram']
const quiet = 'suppressed: demo_mode'

describe('with nothing configured', () => {
  it('email, push and Telegram say what they would have sent, and the app has it', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    const words = { title: 'Budget review', body: 'Room 7' }
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: everywhere, ...words }))
    await test.advance('PT1M')
    expect(await statesOf(test, id)).toEqual({
      in_app: 'sent: null',
      email: quiet,
      web_push: quiet,
      telegram: quiet,
    })
    const { email, web_push: push, telegram } = await wouldHave(test, id)
    for (const text of [email, push, telegram]) expect(text).toMatch(/Subject: Budget review[\s\S]*Room 7/)
    expect(email).toContain('To: ana@example.com')
    expect(push).toContain('To: ana, who has no address here')
    const sql = await client()
    const { rows } = await sql.query('select title, body from belfry.inbox')
    expect(rows).toEqual([words])
    expect((await test.belfry.deliveries.needingAttention()).length).toBe(0)
  })

  it('what would have been sent has its links, where the server can be reached', async () => {
    const test = await start({ publicUrl: 'https://reminders.example.com' })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email'], title: 'Budget review' }))
    await test.advance('PT1M')
    const { email } = await wouldHave(test, id)
    expect(email).toMatch(/\nDone: https:\/\/reminders\.example\.com\/r\/[\w-]+\?a=done\n/)
  })

  it('a later rung is quiet in its own time, and brings the address along', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', addresses: { email: 'ana@example.com' } })
    const channels = ['in_app', { channel: 'email', after: 'PT10M' }]
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels }))
    await test.advance('PT2M')
    expect(await statesOf(test, id)).toMatchObject({ email: 'pending: null' })
    await test.advance('PT10M')
    expect(await statesOf(test, id)).toMatchObject({ email: quiet })
    expect((await wouldHave(test, id)).email).toContain('To: ana@example.com')
  })

  it('a long message is kept as it would have been, up to a bound', async () => {
    const test = await start()
    const body = `${'word '.repeat(1_000)}the end`
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email'], body }))
    await test.advance('PT1M')
    expect((await wouldHave(test, id)).email).toContain('the end')
  })

  it('what is muted stays muted', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', preferences: { channelsOff: ['email'] } })
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email'] }))
    await test.advance('PT1M')
    expect(await statesOf(test, id)).toEqual({ email: 'suppressed: preference_off' })
  })
})

describe('the option', () => {
  const mixed = (more: BelfryOptions = {}) => {
    const email = memoryChannel({ name: 'email' })
    const sms = memoryChannel({ name: 'sms' })
    return { email, sms, options: { channels: [email, sms], ...more } }
  }

  it('left out: what is configured sends, the rest is quiet', async () => {
    const { email, sms, options } = mixed()
    const test = await start(options)
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email', 'sms', 'telegram'] }))
    await test.advance('PT1M')
    expect([email.sent.length, sms.sent.length]).toEqual([1, 1])
    expect(await statesOf(test, id)).toMatchObject({ telegram: quiet })
  })

  it('a list: those are quiet although they are configured', async () => {
    const { email, sms, options } = mixed({ demo: ['email'] })
    const test = await start(options)
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email', 'sms'], title: 'Hello' }))
    await test.advance('PT1M')
    expect([email.sent.length, sms.sent.length]).toEqual([0, 1])
    expect(await statesOf(test, id)).toEqual({ email: quiet, sms: 'sent: null' })
    expect((await wouldHave(test, id)).email).toContain('Subject: Hello')
  })

  it('true: none of them sends, the app works', async () => {
    const { email, sms, options } = mixed({ demo: true })
    const test = await start(options)
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: [...everywhere, 'sms', 'memory'] }))
    await test.advance('PT1M')
    expect([email.sent.length, sms.sent.length, test.memory.sent.length]).toEqual([0, 0, 0])
    const { in_app: app, ...others } = await statesOf(test, id)
    expect(app).toBe('sent: null')
    expect(new Set(Object.values(others))).toEqual(new Set([quiet]))
  })

  it('false: what is not configured is not there', async () => {
    const test = await start({ demo: false })
    const scheduled = test.belfry.reminders.schedule(reminder('a', { channels: ['email'] }))
    await expect(scheduled).rejects.toMatchObject({ code: 'unknown_channel', field: '/channels/0' })
    const put = test.belfry.recipients.put({ id: 'ana', addresses: { telegram: '1' } })
    await expect(put).rejects.toMatchObject({ field: '/addresses/telegram' })
  })

  it('names a channel that does not exist: refused', async () => {
    const made = createBelfry({ database: url(), demo: ['pigeon'] })
    await expect(made.then((belfry) => belfry.close())).rejects.toMatchObject({
      code: 'unknown_channel',
      field: '/demo/0',
    })
  })
})

describe('everything goes as if it had been sent', () => {
  it('an alarm comes back at growing intervals', async () => {
    const test = await start({ defaultChannels: ['web_push'] })
    await test.belfry.alarms.put({ pageId: 'p', userId: 'ana', title: 'Read me' })
    await test.settled()
    const intervals: number[] = []
    for (let i = 0; i < 3; i++) {
      const before = await test.belfry.alarms.get('p')
      await test.advance(`PT${Math.ceil(((before?.nextAlarmTime?.getTime() ?? 0) - (await nowMs(test))) / 1_000)}S`)
      const after = await test.belfry.alarms.get('p')
      intervals.push((after?.nextAlarmTime?.getTime() ?? 0) - (before?.nextAlarmTime?.getTime() ?? 0))
      expect(after?.sentCount).toBe((before?.sentCount ?? 0) + 1)
    }
    expect(intervals[1]).toBeGreaterThan(intervals[0]!)
    expect(intervals[2]).toBeGreaterThan(intervals[1]!)
  })

  it('a nag goes on until it is acknowledged', async () => {
    const test = await start()
    const nag = { channels: ['email'], repeat: { nag: { every: 'PT10M', atMost: 5 } } }
    const { id } = await test.belfry.reminders.schedule(reminder('a', nag))
    await test.advance('PT25M')
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.map(({ reason }) => reason)).toEqual(['demo_mode', 'demo_mode', 'demo_mode'])
    await test.belfry.reminders.acknowledge(id)
    await test.advance('PT1H')
    expect(
      (await test.belfry.reminders.explain(id)).deliveries.filter(({ reason }) => reason === 'demo_mode'),
    ).toHaveLength(3)
  })

  it('a fallback is not needed', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(reminder('a', { channels: ['email'], fallback: 'memory' }))
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
    expect(await statesOf(test, id)).toEqual({ email: quiet, memory: 'skipped: not_needed' })
  })

  it('until it is switched off: the same occurrence, wanted again, rings', async () => {
    const first = await start()
    const wanted = reminder('a', { in: undefined, at: '2030-01-01T00:01:00Z', channels: ['email'] })
    await first.belfry.reminders.schedule(wanted)
    await first.advance('PT1M')
    await first.belfry.close()
    const email = memoryChannel({ name: 'email' })
    const second = await start({ channels: [email], now: '2030-01-01T00:02:00Z' })
    expect(await second.belfry.reminders.schedule(wanted)).toMatchObject({ status: 'created' })
    await second.settled()
    expect(email.sent).toHaveLength(1)
    expect(await second.belfry.reminders.schedule(wanted)).toMatchObject({ status: 'already_sent' })
  })

  async function nowMs({ belfry }: TestBelfry): Promise<number> {
    return (await belfry.clock.read()).now.getTime()
  }
})
