// Requests that wait until the test lets them go: what a page does while the server has not answered yet.

import type { Page, Route } from 'playwright-core'

export interface Gate {
  /** How many have come so far, and how many were under way at once at the most. */
  readonly seen: { count: number; most: number }
  /** Lets all go that wait, and all that come later. */
  open(): void
}

/** `then` answers in the server's place. */
export async function gateAt(
  page: Page,
  url: string | RegExp,
  method: string,
  then: (route: Route, count: number) => Promise<void> = (route) => route.continue(),
): Promise<Gate> {
  const seen = { count: 0, most: 0 }
  let underWay = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const count = ++seen.count
    seen.most = Math.max(seen.most, ++underWay)
    await opened
    await then(route, count)
    underWay -= 1
  })
  return { seen, open }
}
