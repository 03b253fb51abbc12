// The pages behind signed links, on a telephone and on a desk, in the light and in the dark, in both languages.

import { expect, it } from 'vitest'
import { actionToken } from '../../src/access/action-token.ts'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({ belfry: { defaultChannels: ['in_app'] } })

async function linkFor(recipient: string, locale: string, title: string): Promise<string> {
  await pages.belfry.recipients.put({ id: recipient, locale, timezone: 'Asia/Seoul' })
  const entity = { type: 'note', id: recipient }
  await pages.belfry.reminders.schedule({ entity, kind: 'once', recipient, in: 'PT1S', title })
  await pages.test.advance('PT1S')
  const [item] = (await pages.belfry.inbox.list({ recipient })).items
  const secret = await pages.belfry.access.signingSecret(undefined)
  return `/r/${actionToken({ tenant: 'default', delivery: item!.id }, secret)}`
}

it.each([
  ['light', 'desktop', 'en', 'Done', 'Done.'],
  ['dark', 'phone', 'ko', '완료', '완료했어요.'],
] as const)(
  '%s, %s, %s: says what it is, and does what a button says',
  async (theme, width, language, button, said) => {
    const path = await linkFor(`ana-${language}`, language, language === 'ko' ? '엄마에게 전화' : 'Call mom')
    const page = await pages.open({ isSignedIn: false, path, theme, width, language })
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await page.content()).not.toContain('(으)')
    await page.getByRole('button', { name: button, exact: true }).click()
    expect(await page.getByRole('status').innerText()).toBe(said)
    expect(await accessibilityFaults(page)).toEqual([])
    const [item] = (await pages.belfry.inbox.list({ recipient: `ana-${language}` })).items
    expect(item).toMatchObject({ state: 'done' })
  },
)

it('one that opens nothing says so, in the reader’s language', async () => {
  const page = await pages.open({ isSignedIn: false, path: '/r/nothing', language: 'ko', expects: /404/ })
  expect(await page.getByRole('heading').innerText()).toBe('더 이상 쓸 수 없는 링크예요')
  expect(await accessibilityFaults(page)).toEqual([])
})
