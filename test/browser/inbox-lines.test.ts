// Lines of the inbox that have one title say what each is, in the language of who reads it; by ear too.

import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  belfry: { defaultChannels: ['in_app'], now: '2031-12-01T08:00:00Z' },
  async fill({ recipients }) {
    await recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' })
    await recipients.put({ id: 'bo', name: 'Bo', timezone: 'Europe/Paris' })
  },
})

beforeAll(async () => {
  const { belfry, test } = pages
  const people = { requester: 'ana', participants: ['bo'], timezone: 'Europe/Paris' }
  const slot = (date: string) => ({ start: `${date}T10:00:00`, end: `${date}T11:00:00` })
  await belfry.meetings.request({ id: 'garden', ...people, title: 'Garden plan', slots: [slot('2031-12-04')] })
  await test.advance('PT1M')
  await belfry.meetings.accept('garden', { participant: 'bo' })
  await test.advance('PT1M')
  await belfry.meetings.request({
    ...{ id: 'shed', ...people, title: 'Shed' },
    slots: [slot('2031-12-10'), slot('2031-12-11')],
  })
  await test.advance('PT1M')
  await belfry.meetings.cancel('shed', { participant: 'ana' })
  await belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'pill' }, recipient: 'bo', title: 'Take the pill', in: 'PT1M' },
    repeat: { nag: { every: 'PT10M', atMost: 2 } },
  })
  await test.advance('P3DT2H')
})

async function open(language: 'en' | 'ko', now: string): Promise<Page> {
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: 'bo' })
  const page = await pages.open({ isSignedIn: false, path: '/healthz', language })
  await page.clock.setFixedTime(new Date(now))
  await page.goto(`${pages.origin}/inbox#token=${token}`)
  return page
}

const lines = (page: Page) => page.locator('belfry-inbox .title')

it('in English', async () => {
  const page = await open('en', '2031-12-03T12:00:00Z')
  await lines(page).nth(8).waitFor()
  expect((await lines(page).allInnerTexts()).map((text) => text.replace('Unread.\n', ''))).toEqual([
    'Garden plan\nTomorrow at 10:00 · 15 minutes before',
    'Garden plan\nTomorrow at 10:00 · 1 hour before',
    'Garden plan\nTomorrow at 10:00 · 1 day before',
    'Take the pill\nOnce more',
    'Take the pill',
    'Shed\nIt is off, Ana cancelled: one of 2 times',
    'Shed\nAna asked for a meeting: one of 2 times',
    'Garden plan\nYou accepted: tomorrow at 10:00',
    'Garden plan\nAna asked for a meeting: tomorrow at 10:00',
  ])
  await page
    .getByRole('button', { name: 'Unread. Garden plan Tomorrow at 10:00 · 1 hour before', exact: true })
    .waitFor()
  await page.getByRole('group', { name: 'Garden plan, Tomorrow at 10:00 · 1 hour before' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

it('in Korean, as days go by', async () => {
  const page = await open('ko', '2031-12-04T12:00:00Z')
  await lines(page).nth(8).waitFor()
  const said = await lines(page).allInnerTexts()
  expect(said[0]).toContain('오늘 10:00 · 15분 전')
  expect(said[3]).toContain('다시 알림')
  expect(said[5]).toContain('Ana 님이 취소했어요: 제안된 시간 2개')
  expect(said[7]).toContain('내가 수락했어요: 오늘 10:00')
  expect(said[8]).toContain('Ana 님이 미팅을 요청했어요: 오늘 10:00')
})
