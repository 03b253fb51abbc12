// Who changed what, in a browser: by filters, by names, in sentences.

import { expect, it } from 'vitest'
import { accessibilityFaults, usePages } from './pages.ts'

const pages = usePages({
  fill: (belfry) => belfry.recipients.put({ id: 'ana', name: 'Ana', timezone: 'Europe/Paris' }),
})

it('the audit trail says who changed what, by filters; that of the installation is for operators', async () => {
  await pages.belfry.entities.put({ type: 'task', id: 'audited', at: '2030-05-01T10:00:00Z', recipients: ['ana'] })
  await pages.belfry.entities.cancel({ type: 'task', id: 'audited' })
  const page = await pages.open({ path: '/audit?entity=task/audited' })
  const rows = page.getByRole('list', { name: 'Changes, the newest first' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('What', { exact: true }).selectOption('entity_cancelled')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('link', { name: 'task audited' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await accessibilityFaults(page)).toEqual([])
  await pages.belfry.operator('operator').tenants.put({ id: 'other', name: 'Other' })
  await page.getByLabel('What', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'The installation' }).click()
  await rows.getByText('Tenant made').waitFor()
})

it('the audit trail names who looks, keys, people and templates, and tells an entry in sentences', async () => {
  const { belfry } = pages
  const { id } = await belfry.operator('operator').keys.create({ name: 'Our shop', scopes: ['operator'] })
  await belfry.as({ actor: `key:${id}` }).templates.put({ name: 'named', for: { entityType: 'meeting' }, text: 'Soon' })
  await belfry.as({ actor: 'operator' }).plans.put({ name: 'two', steps: ['-PT24H', '-PT1H'] })
  const page = await pages.open({ path: '/audit' })
  await page.getByText('Not listed: that a reminder was planned').waitFor()
  const rows = page.getByRole('list', { name: 'Changes, the newest first' }).getByRole('listitem')
  const template = rows.filter({ hasText: 'Template changed · named' })
  const by = template.getByText('by the key “Our shop”')
  await by.waitFor()
  expect(await by.getAttribute('title')).toBe(`key:${id}`)
  await rows.filter({ hasText: 'Plan changed · two' }).getByText('by you', { exact: true }).waitFor()
  await template.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'named' }).waitFor()
  await dialog.getByText('These words will be used for messages about meetings.').waitFor()
  expect(await dialog.locator('pre').isVisible()).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await rows.filter({ hasText: 'Plan changed · two' }).getByRole('button').click()
  await dialog.getByText('It reminds 24 hours before and 1 hour before.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => page.url()).toContain('span=today')
  await template.waitFor()
  await belfry.templates.delete({ name: 'named' })
  await belfry.plans.delete('two')
})
