// The pictures of the README and the guides: the main screens, light and dark, of the sample. `BELFRY_PICTURES=write npx vitest run
// test/browser/pictures.test.ts` writes them anew; otherwise each is taken and must be there, and small enough for a page.

import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { usePages } from './pages.ts'
import { sample } from './sample.ts'

const pages = usePages(sample)
const folder = new URL('../../docs/pictures/', import.meta.url)
const bytesMax = 300_000

interface Picture {
  readonly name: string
  readonly path: () => Promise<string> | string
  /** What is waited for, beside the end of loading. */
  readonly sees?: string
}

const pictures: Picture[] = [
  { name: 'overview', path: () => '/' },
  { name: 'upcoming', path: () => '/upcoming?span=day', sees: 'Stand-up' },
  { name: 'meetings', path: () => '/meetings?view=week&participant=ana', sees: 'Budget review' },
  { name: 'meeting', path: async () => `/meetings/${(await budgetReview()).id}`, sees: 'Budget review' },
  { name: 'story', path: notSent },
  { name: 'attention', path: () => '/attention' },
]

async function budgetReview() {
  const { items } = await pages.belfry.meetings.list({ participant: 'bo', limit: 10 })
  return items.find(({ title }) => title === 'Budget review')!
}

/** Of the one whose address does not exist. */
async function notSent(): Promise<string> {
  const { items } = await pages.belfry.deliveries.list({ state: 'failed', limit: 1 })
  return `/reminders/${items[0]!.reminderId}`
}

it.each(['light', 'dark'] as const)('are there, %s', async (theme) => {
  const page = await pages.open({ theme })
  for (const { name, path, sees } of pictures) {
    await page.goto(`${pages.origin}${await path()}`)
    await settled(page, sees)
    keep(`${name}-${theme}`, await page.screenshot())
  }
})

it.each(['light', 'dark'] as const)('of the inbox on a phone, %s', async (theme) => {
  const { token } = await pages.belfry.recipients.issueToken(await pages.belfry.access.signingSecret(undefined), {
    recipient: 'ana',
  })
  const page = await pages.open({ theme, width: 'phone', path: `/inbox#token=${token}`, isSignedIn: false })
  await page.getByText('Call the landlord').first().waitFor()
  keep(`inbox-${theme}`, await page.screenshot())
})

async function settled(page: Page, sees: string | undefined): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('main .loading').count()).toBe(0)
  if (sees) await page.getByText(sees).first().waitFor()
}

function keep(name: string, bytes: Buffer): void {
  const file = fileURLToPath(new URL(`${name}.png`, folder))
  expect(bytes.length).toBeLessThan(bytesMax)
  if (process.env.BELFRY_PICTURES === 'write') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, bytes)
  }
  expect(statSync(file).size).toBeLessThan(bytesMax)
}
