// What somebody writes stays text: one hostile string is in every field that takes free text, every page is opened in both languages,
// and the string is read there, while nothing of it ran and nothing of it became an element.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { usePages } from './pages.ts'

/** As long as the name of a column may be. */
const hostile = `"><img src=x onerror=document.title='owned'><script src=x>`
const now = '2031-03-17T09:00:00Z'

const email = memoryChannel({ name: 'email', needsAddress: true })
const pages = usePages({
  belfry: { now, channels: [email], defaultChannels: ['in_app'], encryptionKey: 'a key for tests, long enough' },
})
/** The names that only letters are taken for stand in the address; everything else of these is hostile. */
const address: Record<string, string> = {}

beforeAll(async () => {
  const { belfry, test } = pages
  const channels = ['in_app', 'email']
  for (const [id, name, locale] of [
    ['ana', hostile, 'en'],
    ['jimin', `지민 ${hostile}`, 'ko'],
    [hostile, hostile, 'en'],
  ] as const)
    await belfry.recipients.put({
      ...{ id, name, locale, timezone: 'Europe/Paris', channels, addresses: { email: `${hostile}@example.com` } },
    })
  await things()
  await meetings()
  await settings()
  await sweeps()
  email.script(({ kind }) =>
    kind === 'lost' ? { kind: 'unknown', reply: hostile } : { kind: 'refused', reply: hostile },
  )
  await test.advance('PT30M')
  await belfry.recipients.suspendAddress({ recipient: 'ana', channel: 'email', reason: hostile })
  await belfry.operator(hostile).holds.hold({ channel: 'email', reason: hostile })
})

async function things(): Promise<void> {
  const { belfry } = pages
  const what = { title: hostile, body: hostile, data: { [hostile]: hostile } }
  for (const id of ['ana', 'jimin'])
    for (const kind of ['soon', 'lost', 'later'])
      address['/reminders/:id'] = `/reminders/${
        (
          await belfry.reminders.schedule({
            ...{ entity: { type: 'note', id: hostile }, kind, recipient: id, in: kind === 'later' ? 'PT3H' : 'PT5M' },
            ...what,
          })
        ).id
      }`
  await belfry.entities.put({
    ...{
      type: 'task',
      id: hostile,
      at: '2031-03-18T10:00:00Z',
      recipients: ['ana', hostile],
      plan: ['-PT1H'],
      ...what,
    },
  })
  address['/entities/:type/:id'] = `/entities/task/${encodeURIComponent(hostile)}`
  await belfry.alarms.put({ pageId: hostile, userId: 'ana', title: hostile })
}

async function meetings(): Promise<void> {
  const { belfry } = pages
  const meet = async (day: number) => {
    const [start, end] = [`2031-03-${day}T15:00:00`, `2031-03-${day}T16:00:00`]
    const { meeting } = await belfry.meetings.request({
      ...{ requester: 'ana', participants: ['jimin'], timezone: 'Europe/Paris', slots: [{ start, end }] },
      ...{ title: hostile, body: hostile, location: hostile, data: { [hostile]: hostile }, plan: ['-PT1H'] },
    })
    return meeting.id
  }
  await belfry.meetings.deny(await meet(18), { participant: 'jimin', reason: hostile })
  const cancelled = await meet(19)
  await belfry.meetings.accept(cancelled, { participant: 'jimin', reason: hostile })
  await belfry.meetings.cancel(cancelled, { participant: 'ana', reason: hostile })
  const accepted = await meet(20)
  await belfry.meetings.accept(accepted, { participant: 'jimin', reason: hostile })
  address['/meetings/:id'] = `/meetings/${accepted}`
}

async function settings(): Promise<void> {
  const { belfry } = pages
  const operator = belfry.operator(hostile)
  await operator.tenants.put({ id: 'other', name: hostile })
  await operator.keys.create({ name: hostile, tenant: 'default', scopes: ['read'] })
  await belfry.plans.put({ name: 'usual', steps: ['-PT1H'] })
  await belfry.templates.put({
    ...{ name: 'mail', for: { kind: '1h_before' }, subject: hostile, text: hostile },
  })
  await belfry.webhooks.put({
    id: 'shop',
    url: `https://hooks.example.com/?q=${hostile.replaceAll(' ', '/')}`,
    description: hostile,
  })
  address['/recipients/:id'] = `/recipients/${encodeURIComponent(hostile)}`
  address['/templates/:name'] = '/templates/mail'
  address['/webhooks/:id'] = '/webhooks/shop'
}

async function sweeps(): Promise<void> {
  const { sweeps: verbs } = pages.belfry
  const sql = new pg.Client({ connectionString: pages.databaseUrl })
  await sql.connect()
  const named = pg.escapeIdentifier(hostile)
  await sql.query(`create table public.${named} (${named} text primary key, due_at timestamptz, owner text)`)
  await sql.query(`insert into public.${named} values ($1, '2031-03-17T12:00:00Z', 'ana')`, [hostile])
  await sql.end()
  await verbs.put({
    ...{ name: 'rows', every: 'PT1H', message: { title: hostile, body: `{title} ${hostile}` } },
    source: { table: `public.${named}`, id: hostile, recipient: 'owner', columns: { title: hostile } },
  })
  await verbs.run('rows')
  const items = () => [{ id: hostile, due: hostile, recipient: 'ana' }]
  await verbs.put({ name: 'broken', every: 'PT1H', source: { items } })
  await verbs.run('broken')
  address['/sweeps/:name'] = '/sweeps/rows'
}

/** As the pages' own table has them. */
const patterns = [
  ...readFileSync(new URL('../../web/src/routes.ts', import.meta.url), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path]) => path!)

/** They list names, which are of letters only, or wait for somebody to write. */
const plainPages = ['/plans', '/sweeps', '/templates', '/preview']

/** Whatever is on the page, folded away or not, and in its fields; the choice of tenants above it is on every page. */
const shown = `(() => {
  const main = document.querySelector('main')
  return [main.textContent, ...[...main.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')
})()`

/** Without its first letter, which is another one where something is shown as JSON. */
async function expectOnlyText(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(shown), { message: where }).toContain(hostile.slice(1))
  await expectNothingRan(page, where)
}

async function expectNothingRan(page: Page, where: string): Promise<void> {
  expect(await page.locator('img[src=x], script[src=x]').count(), where).toBe(0)
  expect(await page.title(), where).not.toBe('owned')
}

it.each(['en', 'ko'] as const)('on every page, in %s', async (language) => {
  const page = await pages.open({ language, path: '/overview' })
  const more = [
    '/sweeps/broken',
    '/upcoming?span=week',
    '/meetings?view=week',
    `/preview?text=${encodeURIComponent(hostile)}`,
  ]
  for (const path of [...patterns.map((one) => address[one] ?? one), ...more]) {
    await page.goto(`${pages.origin}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('main .loading').count()).toBe(0)
    await (plainPages.includes(path) ? expectNothingRan(page, path) : expectOnlyText(page, path))
  }
})

it('in what is found, in a dialog, in what is said of what was done, and in the inbox', async () => {
  const page = await pages.open({ path: '/audit' })
  await page.locator('option[value=other]').and(page.getByText(hostile)).waitFor({ state: 'attached' })
  for (const typed of ['"><img', '지민']) {
    await page.getByRole('combobox', { name: 'Find' }).fill(typed)
    await page.locator('.suggestions').getByRole('option').filter({ hasText: hostile }).first().waitFor()
    await expectNothingRan(page, typed)
  }
  await page.goto(`${pages.origin}/keys`)
  await page.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(hostile).first().waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.locator('.toasts').getByText(hostile).waitFor()
  await expectNothingRan(page, 'a toast')
  await page.goto(`${pages.origin}/audit?action=meeting_denied`)
  await page.getByRole('list', { name: 'Changes, the newest first' }).getByRole('button').first().click()
  await dialog.getByText(hostile.slice(1)).first().waitFor()
  await expectNothingRan(page, 'an entry of the audit trail')
  const secret = await pages.belfry.access.signingSecret(undefined)
  const { token } = await pages.belfry.recipients.issueToken(secret, { recipient: 'jimin' })
  const inbox = await pages.another(page, `/inbox#token=${token}`)
  await inbox.getByText(hostile).first().waitFor()
  await inbox
    .getByText(`${hostile} accepted`)
    .or(inbox.getByText(`${hostile} cancelled`))
    .first()
    .waitFor()
  await expectNothingRan(inbox, 'the inbox')
})
