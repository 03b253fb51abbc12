// How much a first visit loads, and that nothing of it comes from elsewhere.

import { expect, it } from 'vitest'
import { usePages } from './pages.ts'
import { sample } from './sample.ts'

const pages = usePages(sample)
const bytesMax = 150_000

it('the first screen is 150 kB at the most, packed, and all of it from here', async () => {
  const page = await pages.open({ isSignedIn: true, path: '/sign-in' })
  const loaded: { url: string; bytes: number }[] = []
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const urls = new Map<string, string>()
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  )
  await page.goto(`${pages.origin}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('main .loading').count()).toBe(0)
  expect([...urls.values()].filter((url) => !url.startsWith(pages.origin))).toEqual([])
  const code = loaded.filter(({ url }) => !url.includes('/v1/'))
  expect(code.length).toBeGreaterThan(3)
  expect(code.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(bytesMax)
})
