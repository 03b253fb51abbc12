// Dragging in the week: one of several times that are proposed, what goes on after midnight, and days on which the clocks change.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { movedBy } from '../../web/src/pages/meetings/week-drag.ts'
import { usePages } from './pages.ts'

const pages = usePages({
  belfry: { now: '2031-03-01T08:00:00Z' },
  async fill(belfry) {
    await belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await belfry.recipients.put({ id: 'bo', name: 'Bo', timezone: 'Europe/Paris' })
  },
})

type Slots = readonly (readonly [start: string, end: string])[]

const ask = (id: string, slots: Slots) =>
  pages.belfry.meetings.request({
    ...{ id, requester: 'ana', participants: ['bo'], title: id, timezone: 'Europe/Paris' },
    slots: slots.map(([start, end]) => ({ start, end })),
  })

interface Drag {
  readonly days?: number
  readonly hours?: number
  /** Which of its pieces, and how far below its upper edge it is taken. */
  readonly piece?: number
  readonly atHour?: number
}

async function drag(page: Page, name: RegExp, { days = 0, hours = 0, piece = 0, atHour = 0.25 }: Drag): Promise<void> {
  const block = page.getByRole('link', { name }).nth(piece)
  await block.scrollIntoViewIfNeeded()
  const box = (await block.boundingBox())!
  const { width } = (await page.locator('[data-date]').first().boundingBox())!
  const [x, y] = [box.x + 10, box.y + atHour * 48]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + days * width, y + hours * 48, { steps: 5 })
  await page.mouse.up()
}

const dialog = (page: Page) => page.getByRole('dialog')

async function slotsAfter(page: Page): Promise<string[]> {
  await dialog(page).getByRole('button', { name: 'Move it' }).click()
  await page.waitForURL(/\/meetings\/[^?]+$/)
  await dialog(page).waitFor({ state: 'detached' })
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
  const meeting = await pages.belfry.meetings.get(id)
  return meeting!.slots.map(({ start, end }) => `${start.toISOString()} ${end.toISOString()}`)
}

it('moves that one of several proposed times that was taken, with its own length, and keeps the others', async () => {
  await ask('several', [
    ['2031-03-11T10:00:00', '2031-03-11T11:00:00'],
    ['2031-03-12T14:00:00', '2031-03-12T14:30:00'],
  ])
  const page = await pages.open({ path: '/meetings?view=week&day=2031-03-11' })
  await drag(page, /^several 14:00/, { days: 1, hours: 1 })
  await dialog(page).getByText('Thu 13 Mar, 15:00–15:30').first().waitFor()
  await dialog(page).getByText('Wed 12 Mar, 14:00–14:30').first().waitFor()
  expect(await slotsAfter(page)).toEqual([
    '2031-03-13T14:00:00.000Z 2031-03-13T14:30:00.000Z',
    '2031-03-11T09:00:00.000Z 2031-03-11T10:00:00.000Z',
  ])
})

it('moves what goes on after midnight by as much as it was dragged, whichever piece was taken', async () => {
  await ask('night', [['2031-03-18T23:00:00', '2031-03-19T02:00:00']])
  const page = await pages.open({ path: '/meetings?view=week&day=2031-03-18' })
  // The second piece, of the next day.
  await drag(page, /^night/, { days: 1, piece: 1 })
  expect(await slotsAfter(page)).toEqual(['2031-03-19T22:00:00.000Z 2031-03-20T01:00:00.000Z'])
})

it('moves by as much as it was dragged on a day on which an hour is missing', async () => {
  // Three hours, which are four on the clock: 02:00 to 03:00 does not exist.
  await ask('spring', [['2031-03-30T01:00:00', '2031-03-30T05:00:00']])
  const page = await pages.open({ path: '/meetings?view=week&day=2031-03-29' })
  await drag(page, /^spring/, { hours: -1, atHour: 3.5 })
  expect(await slotsAfter(page)).toEqual(['2031-03-29T23:00:00.000Z 2031-03-30T02:00:00.000Z'])
})

it.each([
  // Paris loses 02:00 to 03:00 on 30 March 2031, and has it twice on 26 October.
  ['over the missing hour', '2031-03-30T00:00Z', '2031-03-30', 90, 270, '2031-03-30T02:00:00.000Z'],
  ['over the hour that comes twice', '2031-10-25T23:00Z', '2031-10-26', 70, 250, '2031-10-26T03:00:00.000Z'],
  ['to the nearest quarter', '2031-05-05T08:00Z', '2031-05-05', 600, 607, '2031-05-05T08:00:00.000Z'],
  ['to the next quarter', '2031-05-05T08:00Z', '2031-05-05', 600, 608, '2031-05-05T08:15:00.000Z'],
])('is moved %s', (_, start, date, from, to, expected) => {
  const startMs = Date.parse(start)
  const stretch = { startMs, endMs: startMs + 3_600_000 }
  const moved = movedBy(stretch, { date, minutes: from }, { date, minutes: to }, 'Europe/Paris')
  expect(new Date(moved.startMs).toISOString()).toBe(expected)
  expect(moved.endMs - moved.startMs).toBe(3_600_000)
})
