// Signing in, by the page and by the terminal's link; and out again.

import { expect, it } from 'vitest'
import { createSignInCodes } from '../../src/http/sign-in-codes.ts'
import { accessibilityFaults, usePages } from './pages.ts'

const codes = createSignInCodes()
const pages = usePages({ app: { signInCodes: codes } })
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

it('takes the code from behind the # of the terminal’s link, and leaves it nowhere', async () => {
  const code = codes.issue(pages.operatorKey)
  const page = await pages.open({ isSignedIn: false, path: `/sign-in#code=${code}`, expects: refusal })
  await page.getByRole('navigation', { name: 'Main menu' }).first().waitFor()
  await page.waitForURL(`${pages.origin}/`)
  const readable = await page.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()',
  )
  expect(readable).not.toContain('operator key')
  expect(readable).not.toContain(code)
  expect(readable).not.toContain('__Host-belfry')
  // Nothing of it is left to go back to.
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(code)
})

it.each([
  ['en', /good once, for ten minutes.*BELFRY_OPERATOR_KEY/],
  ['ko', /한 번만, 10분 동안.*BELFRY_OPERATOR_KEY/],
] as const)('a link that was used says how to get in, %s', async (language, told) => {
  const code = codes.issue(pages.operatorKey)
  codes.take(code)
  const page = await pages.open({ isSignedIn: false, path: `/sign-in#code=${code}`, expects: refusal, language })
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(told)
  expect(page.url()).toBe(`${pages.origin}/sign-in`)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('textbox').or(page.locator('input[type=password]')).first().fill(pages.operatorKey)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
})

it('takes no key from an address', async () => {
  const path = `/sign-in#key=${encodeURIComponent(pages.operatorKey)}`
  const page = await pages.open({ isSignedIn: false, path, expects: refusal })
  await page.getByLabel('Key').waitFor()
  await expect.poll(() => page.url()).toBe(`${pages.origin}/sign-in`)
  expect(await page.getByLabel('Key').inputValue()).toBe('')
})

it('signs out', async () => {
  const page = await pages.open({ expects: refusal })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Key').waitFor()
  await page.reload()
  await page.getByLabel('Key').waitFor()
})
