import { describe, expect, it } from 'vitest'
import { useDatabase } from './running.ts'

const { start } = useDatabase()

describe('preview', () => {
  it('shows the next occurrences and what was adjusted, and writes nothing', async () => {
    const test = await start({ now: '2030-03-29T00:00:00Z' })
    const daily = { rule: 'FREQ=DAILY', at: '2030-03-30T02:30:00', timezone: 'Europe/Paris' }
    expect(await test.belfry.reminders.preview({ ...daily, count: 3 })).toMatchObject([
      { occurrence: '2030-03-30T02:30', local: '2030-03-30T02:30', notes: [] },
      { occurrence: '2030-03-31T02:30', local: '2030-03-31T03:30', notes: ['02:30 does not exist, 03:30'] },
      { occurrence: '2030-04-01T02:30', local: '2030-04-01T02:30', notes: [] },
    ])
    expect((await test.belfry.reminders.list({ recipient: 'ana' })).items).toEqual([])
  })

  it('explains the 31st', async () => {
    const test = await start()
    const monthly = { rule: 'FREQ=MONTHLY', at: '2030-01-31T09:00:00', timezone: 'UTC' }
    const items = await test.belfry.reminders.preview({ ...monthly, count: 4 })
    expect(items.map(({ occurrence, notes }) => [occurrence.slice(5, 10), ...notes])).toEqual([
      ['01-31'],
      ['02-28', '31st → 28th'],
      ['03-31'],
      ['04-30', '31st → 30th'],
    ])
  })

  it('knows the quiet hours of a recipient', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    const [item] = await test.belfry.reminders.preview({
      rule: 'FREQ=DAILY',
      at: '2030-01-01T23:00:00',
      recipient: 'ana',
      count: 1,
    })
    expect(item).toMatchObject({ instant: new Date('2030-01-02T07:00:00Z'), notes: ['quiet hours: after them'] })
  })

  it('shows growing intervals, a nag and a single moment', async () => {
    const test = await start()
    const first = { at: '2030-01-01T09:00:00', timezone: 'UTC' }
    const days = (items: readonly { instant: Date }[]) => items.map(({ instant }) => instant.toISOString().slice(5, 16))
    expect(
      days(await test.belfry.reminders.preview({ ...first, repeat: { backoff: { base: 'P1D' } }, count: 4 })),
    ).toEqual(['01-01T09:00', '01-02T09:00', '01-04T09:00', '01-08T09:00'])
    expect(
      days(await test.belfry.reminders.preview({ ...first, repeat: { nag: { every: 'PT10M', atMost: 3 } } })),
    ).toEqual(['01-01T09:00', '01-01T09:10', '01-01T09:20'])
    expect(await test.belfry.reminders.preview(first)).toHaveLength(1)
  })

  it('of a thousand is one call', async () => {
    const test = await start()
    const daily = { rule: 'FREQ=DAILY', at: '2030-01-01T09:00:00', timezone: 'America/New_York' }
    expect(await test.belfry.reminders.preview({ ...daily, count: 1_000 })).toHaveLength(1_000)
  })

  it.each([
    'FREQ=HOURLY;INTERVAL=2;BYHOUR=1;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1;BYMONTH=2;BYMONTHDAY=29',
  ])('of a rule that never happens is refused: %s', async (rule) => {
    const test = await start()
    const never = test.belfry.reminders.preview({ rule, at: '2030-01-01T00:00:00', timezone: 'Europe/Paris' })
    await expect(never).rejects.toMatchObject({
      code: 'invalid_input',
      field: '/rule',
      message: expect.stringContaining('happens too rarely, or never'),
    })
  })

  it('of a rule that takes too much work is refused', async () => {
    const test = await start()
    // Found every 21 years: each one is near enough, but not a thousand of them.
    const rule = 'FREQ=SECONDLY;INTERVAL=7919;BYHOUR=3;BYMINUTE=4;BYSECOND=5'
    const costly = test.belfry.reminders.preview({ rule, at: '2030-01-01T00:00:00', timezone: 'UTC', count: 1_000 })
    await expect(costly).rejects.toMatchObject({ code: 'too_many', field: '/rule' })
  })
})
