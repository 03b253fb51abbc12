// How times are shown around New Year's Eve, and what waiting leaves behind.

import { getEventListeners } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { showWhen } from '../../web/src/inbox/times.ts'
import { pause } from '../../web/src/pause.ts'
import { usePages } from './pages.ts'

// In Paris it is half past midnight of the next year.
const pages = usePages({ belfry: { now: '2030-12-31T23:30:00Z', defaultChannels: ['in_app'] } })
afterEach(() => void vi.useRealTimers())

it('the year is left out where it is the same on the clock that is shown', async () => {
  await pages.belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
  const { id } = await pages.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: '1' }, recipient: 'ana', title: 'Swim', at: '2031-01-01T12:00:00' },
  })
  const page = await pages.open({ path: `/reminders/${id}` })
  await page.getByText('Wed 1 Jan, 12:00').first().waitFor()
  const abroad = await pages.open({ path: `/reminders/${id}`, zone: 'America/New_York' })
  // There it is still the old year, and New Year's Day is in the next one.
  await abroad
    .getByText(/Wed,? 1 Jan 2031,? (at )?06:00/)
    .first()
    .waitFor()
})

it.each([
  ['2031-01-02T10:00:00Z', 'Europe/Paris', 'Thu 2 Jan, 11:00'],
  ['2030-12-30T10:00:00Z', 'Europe/Paris', 'Mon 30 Dec 2030, 11:00'],
  ['2031-01-01T10:00:00Z', 'America/New_York', 'Wed 1 Jan 2031, 05:00'],
  ['2030-12-30T10:00:00Z', 'America/New_York', 'Mon 30 Dec, 05:00'],
])('in the inbox, too: %s in %s', (at, zone, expected) => {
  vi.useFakeTimers({ now: new Date('2030-12-31T23:30:00Z'), toFake: ['Date'] })
  expect(showWhen(at, zone, 'en').replaceAll(',', '')).toBe(expected.replaceAll(',', ''))
})

it('a pause leaves no listener behind, and ends when it is told to', async () => {
  const over = new AbortController()
  for (let i = 0; i < 3; i++) await pause(1, over.signal)
  expect(getEventListeners(over.signal, 'abort')).toHaveLength(0)
  const long = pause(3_600_000, over.signal)
  over.abort()
  await long
  expect(getEventListeners(over.signal, 'abort')).toHaveLength(0)
})
