// Plans, templates, webhooks and keys: each made, changed and deleted by clicks. Whatever somebody calls them stays text.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { verified, webhookOptions } from '../integration/webhooks.ts'
import { accessibilityFaults, takeBack, usePages } from './pages.ts'

const pages = usePages({ belfry: { ...webhookOptions, defaultChannels: ['memory'] } })
const script = '"><img src=x onerror=xss=1>'
const refusal = /status of 4\d\d/

async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.evaluate('typeof xss')).toBe('undefined')
  expect(await page.locator('img').count()).toBe(0)
}

/** Of its first paragraph. */
function colourInMail(page: Page): Promise<unknown> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('iframe.mail').contentDocument.querySelector('p')).color`,
  )
}

describe('a plan', () => {
  it('is made, changed, deleted and brought back', async () => {
    const { belfry } = pages
    const page = await pages.open({ path: '/plans', expects: refusal })
    await page.getByText('There is no plan of your own yet').waitFor()
    await page.getByRole('button', { name: 'Make a plan' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(script)
    await dialog.getByRole('button', { name: 'Add a step' }).click()
    const last = dialog.getByRole('group', { name: 'Step 4' })
    await last.getByLabel('Before or after').selectOption('at')
    await last.getByText('kind: at_time').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    // What is refused is said in the dialog, which keeps what was typed.
    await dialog.getByRole('alert').getByText('a name of letters').waitFor()
    await dialog.getByLabel('Name').fill('meetings')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('24 hours before · 1 hour before · 15 minutes before · at the time').waitFor()
    expect((await belfry.plans.get('meetings'))?.steps.map(({ kind }) => kind)).toEqual([
      ...['24h_before', '1h_before', '15m_before', 'at_time'],
    ])
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByRole('button', { name: 'Remove step 1' }).click()
    const first = dialog.getByRole('group', { name: 'Step 1' })
    await first.getByLabel('How long').fill('2')
    await first.getByLabel('Unit').selectOption('days')
    await first.getByLabel('Counted from').fill('due')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 days before (due) · 15 minutes before').waitFor()
    expect((await belfry.plans.get('meetings'))?.steps[0]).toEqual({
      kind: '2d_before_due',
      offset: '-P2D',
      anchor: 'due',
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no plan of your own yet').waitFor()
    await takeBack(page, 'meetings is deleted')
    await page.getByRole('heading', { name: 'meetings', exact: true }).waitFor()
    await expectOnlyText(page)
    await belfry.plans.delete('meetings')
  })

  it('that is used is not deleted, and the server’s words say why; on a phone', async () => {
    const { belfry } = pages
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
    await belfry.plans.put({ name: 'usual', steps: ['-PT2H30M', { kind: 'wrap_up', offset: 'PT1H', anchor: 'end' }] })
    await belfry.entities.put({
      ...{ type: 'task', id: '1', at: '2031-01-01T10:00:00', recipients: ['ana'], plan: 'usual' },
    })
    const page = await pages.open({ path: '/plans', width: 'phone', theme: 'dark', expects: refusal })
    await page.getByText('2 hours 30 minutes before · 1 hour after (end) · used by one thing').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Entities use the plan usual.').waitFor()
    await page.getByRole('heading', { name: 'usual', exact: true }).waitFor()
    // What the form has no word for goes through it unharmed.
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await belfry.plans.get('usual'))?.steps).toEqual([
      { kind: '2h30m_before', offset: '-PT2H30M', anchor: 'start' },
      { kind: 'wrap_up', offset: 'PT1H', anchor: 'end' },
    ])
  })
})

describe('a template', () => {
  it('shows what a message would say while it is typed; is saved, changed and deleted', async () => {
    const { belfry } = pages
    const page = await pages.open({ path: '/templates', expects: refusal })
    await page.getByText('There is no template yet').waitFor()
    await page.getByRole('button', { name: 'Write a template' }).click()
    const naming = page.getByRole('dialog')
    // The name stays: it is checked before anything is written.
    await naming.getByLabel('Name').fill('our meetings')
    await naming.getByText('For example: our-meetings').waitFor()
    await naming.getByRole('button', { name: 'Open' }).click()
    await naming.getByLabel('Name').fill('soon')
    await naming.getByText('For example').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/templates')
    await naming.getByLabel('Language').fill('our language')
    await naming.getByRole('button', { name: 'Open' }).click()
    await naming.getByText('No language is called so.').waitFor()
    await naming.getByLabel('Language').fill('')
    await naming.getByRole('button', { name: 'Open' }).click()
    await page.getByText('these are the words that such a message has now').waitFor()
    const mail = page.frameLocator('iframe')
    await mail.getByText('Budget review').first().waitFor()
    await page.getByLabel('Title').fill(script)
    await page.getByLabel('Text', { exact: true }).fill('Hello ')
    await page.getByRole('button', { name: 'recipient.name' }).click()
    await mail.getByText('Hello Ana').waitFor()
    await page.getByLabel('Subject', { exact: true }).fill('Soon: {{title}}')
    await page.getByText(`Soon: ${script}`).waitFor()
    await page.getByLabel('HTML', { exact: true }).fill('<p style="color: rgb(1, 2, 3)">{{title}} in {{data.room}}</p>')
    await mail.getByText(`${script} in 12`).waitFor()
    expect(await colourInMail(page)).toBe('rgb(1, 2, 3)')
    await page.getByRole('button', { name: 'Push' }).click()
    expect(page.url()).toContain('format=push')
    await page.locator('.message .said').getByText('Hello Ana').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Choose for which messages these words are').waitFor()
    expect(await belfry.templates.get({ name: 'soon' })).toBeNull()
    await page.getByLabel('Only some, which I name').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Fill in at least one of these').waitFor()
    await page.getByLabel('Messages about meetings').check()
    await page.getByText('These words will be used for messages about meetings.').waitFor()
    await page.getByLabel('All messages').check()
    await page.getByText('These words will be used for all messages.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    // The first save is taken back, too, and takes nothing away of what was written.
    await takeBack(page, 'Messages that are written from now on have it.')
    await page.getByText('Not saved yet').waitFor()
    expect(await belfry.templates.get({ name: 'soon' })).toBeNull()
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Soon: {{title}}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete' }).waitFor()
    expect(await belfry.templates.get({ name: 'soon' })).toMatchObject({
      ...{ subject: 'Soon: {{title}}', text: 'Hello {{recipient.name}}', for: {} },
    })
    await page.getByLabel('Only some, which I name').check()
    await page.getByLabel('Kind of reminder').fill('1h_before')
    await page.getByText('These words will be used for messages (1 hour before).').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await belfry.templates.get({ name: 'soon' }))?.for).toEqual({ kind: '1h_before' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no template yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'soon' }).waitFor()
    await expectOnlyText(page)
    await belfry.templates.delete({ name: 'soon' })
  })

  it('that is left without a save asks first: by a link, by the browser, and when its tab is closed', async () => {
    await pages.belfry.operator('operator').tenants.put({ id: 'elsewhere' })
    const page = await pages.open({ path: '/templates' })
    await page.getByRole('button', { name: 'Write a template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('unsaved')
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('Typed')
    const asked = page.getByRole('dialog', { name: 'This is not saved yet' })
    const link = page.getByRole('navigation').getByRole('link', { name: 'Plans' })
    await link.click()
    await asked.getByText('What was typed here would be lost.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await asked.getByRole('button', { name: 'Keep typing' }).click()
    // Another tenant has a template of that name, or none.
    const tenant = page.getByLabel('Tenant')
    await tenant.selectOption('elsewhere')
    await asked.getByRole('button', { name: 'Keep typing' }).click()
    expect(await tenant.inputValue()).toBe('default')
    expect(await text.inputValue()).toBe('Typed')
    // Another look at the same loses nothing.
    await page.getByRole('button', { name: 'Push' }).click()
    await page.locator('.message.push').waitFor()
    await page.goBack()
    await asked.getByRole('button', { name: 'Keep typing' }).click()
    expect(new URL(page.url()).pathname).toBe('/templates/unsaved')
    expect(await text.inputValue()).toBe('Typed')
    const closing = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await closing
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await link.click()
    await asked.getByRole('button', { name: 'Throw it away' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
    // What was thrown away holds nobody back any more.
    await page.getByRole('navigation').getByRole('link', { name: 'Templates' }).click()
    await page.getByText('There is no template yet').waitFor()
  })

  it('that is refused says what is wrong beside it, and keeps the last good look; in another language', async () => {
    const { belfry } = pages
    await belfry.templates.put({ name: 'soon', for: { kind: '24h_before' }, text: '{{title}} is {{when}}.' })
    const page = await pages.open({ path: '/templates/soon', width: 'phone', expects: refusal })
    await page.getByRole('button', { name: 'Another language' }).click()
    await page.getByRole('dialog').getByLabel('Language').fill('ko')
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => page.getByLabel('Kind of reminder').inputValue()).toBe('24h_before')
    await page.getByLabel('Text', { exact: true }).fill('곧: {{title}}')
    const mail = page.frameLocator('iframe')
    await mail.getByText('곧: Budget review').waitFor()
    await page.getByLabel('HTML', { exact: true }).fill('<p onclick="x()">!</p>')
    await page.getByText('The event handler onclick is not allowed').first().waitFor()
    await mail.getByText('곧: Budget review').waitFor()
    await page.getByLabel('HTML', { exact: true }).fill('')
    await page.getByText('The event handler onclick is not allowed').first().waitFor({ state: 'detached' })
    await page.getByLabel('Data').fill('{ room')
    await page.getByText('This is not JSON.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await belfry.templates.get({ name: 'soon', locale: 'ko' }))?.text)
      .toBe('곧: {{title}}')
    await belfry.templates.delete({ name: 'soon', locale: 'ko' })
    await belfry.templates.delete({ name: 'soon' })
  })

  it('runs no script, loads nothing and leads nowhere, whatever HTML came', async () => {
    const page = await pages.open({ expects: /Content Security Policy|sandbox/i })
    // The server refuses all of these; here they stand as if it had not.
    const html = `<p>Look</p><script>parent.xss = 1</script><img src="/favicon.svg" onerror="parent.xss = 2">
      <svg onload="parent.xss = 3"></svg><p onclick="parent.xss = 4">Press</p><a href="javascript:parent.xss=5">Follow</a>
      <iframe srcdoc="<script>parent.parent.xss = 6</script>"></iframe><iframe src="/plans"></iframe><style>p { color: rgb(4, 5, 6) }</style>`
    await page.route('**/v1/templates/preview', (route) =>
      route.fulfill({
        json: { template: null, problem: null, contents: { email: { subject: 's', text: 't', html } } },
      }),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${pages.origin}/templates/${encodeURIComponent(script)}`)
    await page.getByRole('heading', { level: 1, name: script }).waitFor()
    const mail = page.frameLocator('iframe.mail')
    await mail.getByText('Look').waitFor()
    // What is allowed works, so that nothing else is the reason.
    expect(await colourInMail(page)).toBe('rgb(4, 5, 6)')
    await mail.getByText('Press').click()
    await mail.getByText('Follow').click()
    await page.getByLabel('Title').fill('Something else')
    await mail.getByText('Look').waitFor()
    expect(await page.evaluate('typeof xss')).toBe('undefined')
    expect(asked.filter((path) => path === '/plans')).toEqual([])
    expect(new URL(page.url()).pathname).toBe(`/templates/${encodeURIComponent(script)}`)
  })
})

describe('a webhook', () => {
  let receiver: ScriptedServer
  beforeAll(async () => {
    receiver = await scriptedServer()
  })
  afterAll(() => receiver.close())

  it('is made with a secret that is shown once, tested, rotated, switched off and on, and deleted', async () => {
    const { belfry } = pages
    const page = await pages.open({ path: '/webhooks', expects: refusal })
    await page.getByText('There is no webhook yet').waitFor()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Id').fill('shop')
    await dialog.getByLabel('URL').fill(`${receiver.url}/hook`)
    await dialog.getByLabel('Description').fill(script)
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe(script)
    expect(await page.content()).not.toContain(secret)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/^It arrived, after \d+ ms/).waitFor()
    expect(verified(receiver.requests[0], secret).type).toBe('webhook.test')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('switched off').waitFor()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('in use', { exact: true }).waitFor()
    await page.getByLabel('Description').fill('The shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await belfry.webhooks.get('shop'))?.description).toBe('The shop')
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await dialog.getByLabel('The old one signs for').selectOption('PT1H')
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await page.keyboard.press('Escape')
    await page.getByText('The old secret signs, too, until').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no webhook yet').waitFor()
    await expectOnlyText(page)
  })

  it('lists what went there, with each attempt and what the receiver said; on a phone', async () => {
    const { belfry, test } = pages
    await belfry.webhooks.put({ id: 'shop', url: `${receiver.url}/` })
    await belfry.recipients.put({ id: 'bo', timezone: 'Europe/Paris', addresses: { webhook: 'shop' } })
    const page = await pages.open({ path: '/webhooks/shop', width: 'phone', theme: 'dark' })
    await page.getByText('Nothing yet.').waitFor()
    let tries = 0
    receiver.script(() => ({ do: 'answer', status: tries++ === 0 ? 503 : 200, body: script }))
    await belfry.reminders.schedule({
      ...{ entity: { type: 'note', id: '1' }, recipient: 'bo', title: script, in: 'PT1H', channels: ['webhook'] },
    })
    await test.advance('PT6H')
    await page.getByText('2 attempts').click()
    await page.getByText('Attempt 1: Not now; a reminder would be tried again').waitFor()
    await page.getByText('Attempt 2: It arrived').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await expectOnlyText(page)
  })
})

describe('keys', () => {
  it('are made and shown once, rotated with an overlap, and revoked', async () => {
    const page = await pages.open({ path: '/keys' })
    await page.getByText('There is no key yet').waitFor()
    await page.getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(script)
    await dialog.getByLabel(/^Read: see everything/).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Make a key' }).click()
    const first = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect((await withKey(first)).status).toBe(200)
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByText('default · reads · made').waitFor()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await dialog.getByLabel('The old one stays good for').selectOption('PT1H')
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    const second = await dialog.getByLabel('Key', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByText('ending', { exact: true }).waitFor()
    expect([(await withKey(first)).status, (await withKey(second)).status]).toEqual([200, 200])
    for (let left = 2; left > 0; left--) {
      await page.getByRole('button', { name: 'Revoke' }).first().click()
      await dialog.getByText('This cannot be taken back.').waitFor()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await expect.poll(() => page.getByRole('button', { name: 'Revoke' }).count()).toBe(left - 1)
    }
    expect([(await withKey(first)).status, (await withKey(second)).status]).toEqual([401, 401])
    await page.getByLabel('Also those that ended').check()
    await expect.poll(() => page.getByText('revoked', { exact: true }).count()).toBe(2)
    await expectOnlyText(page)
  })

  it('of every tenant are the operator’s to see; with a tenant’s key one is told so', async () => {
    const { belfry } = pages
    await belfry.tenants.put({ id: 'acme' })
    const { key } = await belfry.keys.create({ name: 'of acme', tenant: 'acme', scopes: ['read', 'write'] })
    const page = await pages.open({ path: '/keys', expects: /status of 40[13]/ })
    await page.getByText('of acme').waitFor()
    await page.getByRole('button', { name: 'Of default' }).click()
    await page.getByText('of acme').waitFor({ state: 'detached' })
    await page.context().clearCookies()
    await page.goto(`${pages.origin}/keys`)
    await page.getByLabel('Key').fill(key)
    const signedIn = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.keyboard.press('Enter')
    // Going elsewhere before that would take the question back.
    await signedIn
    await page.goto(`${pages.origin}/keys`)
    await page.getByText('Keys are made and revoked by the operator').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

async function withKey(key: string): Promise<Response> {
  return await fetch(`${pages.origin}/v1/plans`, { headers: { authorization: `Bearer ${key}` } })
}
