// Signing in, by the page and by the terminal's link; and out again.

import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages()
const refusal = /401|unauthorized/i

it('asks for the key, says what is wrong with another one, and lets the right one in', async () => {
  const page = await pages.open({ isSignedIn: false, expects: refusal })
  await page.getByLabel('Key').fill('not this one, but as long as a key is')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/not known/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Key').fill(pages.operatorKey)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor()
})

it('takes the key from behind the # of the terminal’s link, and leaves it nowhere', async () => {
  const page = await pages.open({
    isSignedIn: false,
    path: `/sign-in#key=${encodeURIComponent(pages.operatorKey)}`,
    expects: refusal,
  })
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor()
  expect(page.url()).not.toContain('key')
  const readable = await page.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()',
  )
  expect(readable).not.toContain('operator key')
  expect(readable).not.toContain('__Host-belfry')
})

it('signs out', async () => {
  const page = await pages.open({ expects: refusal })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Key').waitFor()
  await page.reload()
  await page.getByLabel('Key').waitFor()
})
