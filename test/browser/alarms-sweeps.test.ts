// Alarms and sweeps: what comes back, and what looks into tables of others.

import pg from 'pg'
import { expect, it } from 'vitest'
import { accessibilityFaults, choosePerson, takeBack, usePages } from './pages.ts'

const hostile = '<img src=x onerror="alert(1)">'

const pages = usePages({
  async fill(belfry) {
    for (const id of ['ana', 'bo']) await belfry.recipients.put({ id, timezone: 'Europe/Paris', quietHours: [] })
  },
})

async function alarmOf(pageId: string) {
  return (await pages.belfry.alarms.get(pageId))!
}

it('registers a page, rings it, puts it off and back, more often, done, and deletes it', async () => {
  const page = await pages.open({ path: '/alarms' })
  await page.getByText('No page has an alarm yet').waitFor()
  await page.getByRole('button', { name: 'Register a page' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Its id in your system').fill('page-1')
  await choosePerson(dialog, 'Whose', 'ana')
  await dialog.getByLabel('Title').fill(hostile)
  await dialog.getByRole('button', { name: 'Register a page' }).click()
  await page.getByText('Registered. It rings now.').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'page-1' })
  await row.waitFor()
  await expect.poll(() => row.innerText()).toContain(hostile)
  await pages.test.settled()
  await expect.poll(async () => (await alarmOf('page-1')).sentCount).toBe(2)
  await expect.poll(() => row.innerText()).toMatch(/rang once · then again after 2 days/)
  const before = (await alarmOf('page-1')).nextAlarmTime
  const act = async (name: string) => {
    await row.getByRole('button', { name: /What to do with/ }).click()
    await dialog.getByRole('button', { name, exact: true }).click()
  }
  await act('in a week')
  await expect.poll(async () => (await alarmOf('page-1')).nextAlarmTime).not.toEqual(before)
  await takeBack(page, 'It rings later')
  await expect.poll(async () => (await alarmOf('page-1')).nextAlarmTime).toEqual(before)
  await row.getByRole('button', { name: /What to do with/ }).click()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'More often' }).click()
  await page.getByText('It begins anew with the shortest interval.').waitFor()
  await expect.poll(async () => (await alarmOf('page-1')).sentCount).toBe(1)
  await act('Done')
  await expect.poll(async () => (await alarmOf('page-1')).status).toBe('done')
  // Nothing of it is to come: no next time is told, and nothing is offered that is over.
  await expect.poll(() => row.innerText()).toContain('done')
  expect(await row.innerText()).not.toContain('then again after')
  await row.getByRole('button', { name: /What to do with/ }).click()
  await dialog.getByText('Somebody marked it as done').waitFor()
  expect(await dialog.getByRole('button', { name: 'Done', exact: true }).count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Begin anew' }).click()
  await expect.poll(async () => (await alarmOf('page-1')).status).toBe('waiting')
  await expect.poll(() => row.innerText()).toContain('then again after')
  await act('Done')
  await expect.poll(async () => (await alarmOf('page-1')).status).toBe('done')
  await act('Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No page has an alarm yet').waitFor()
  expect(await pages.belfry.alarms.get('page-1')).toBeNull()
})

it('the story of an alarm that is done says so and since when, and begins anew', async () => {
  // Somebody with no other alarm: moments of one person are kept apart.
  await pages.belfry.recipients.put({ id: 'cy', timezone: 'Europe/Paris', quietHours: [] })
  const { reminderId } = await pages.belfry.alarms.put({ pageId: 'told', userId: 'cy', title: 'Told' })
  await pages.test.settled()
  await expect.poll(async () => (await alarmOf('told')).sentCount).toBe(2)
  await pages.belfry.alarms.done('told')
  const page = await pages.open({ path: `/reminders/${reminderId}` })
  const headline = () => page.locator('.headline').innerText()
  await expect.poll(headline).toMatch(/^Done: somebody marked it as done .+\. It does not ring any more\.$/)
  await page.getByText('Nothing more is to come of this reminder.').waitFor()
  for (const name of ['Done', 'Skip', 'Pause', 'Move'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await page.getByText(/^It begins anew, and rings /).waitFor()
  await expect.poll(headline).toMatch(/^Rings /)
  expect((await alarmOf('told')).status).toBe('waiting')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect.poll(headline).toMatch(/^Done: /)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => pages.belfry.alarms.get('told')).toBeNull()
})

it('lists alarms of one user, and says what a run did', async () => {
  for (const userId of ['ana', 'bo']) await pages.belfry.alarms.put({ pageId: `of-${userId}`, userId })
  const page = await pages.open({ path: '/alarms?user=bo' })
  await page.getByText('of-bo').waitFor()
  expect(await page.getByText('of-ana').count()).toBe(0)
  await pages.test.settled()
  await page.getByRole('button', { name: 'Ring what is due now' }).click()
  await page.getByText('No alarm is due right now.').waitFor()
})

it('makes a sweep, runs it, shows its runs, changes and deletes it, and takes that back', async () => {
  const sql = new pg.Client({ connectionString: pages.databaseUrl })
  await sql.connect()
  await sql.query(`create table public.tasks (id text primary key, due_at timestamptz, owner text, title text)`)
  await sql.query(`insert into public.tasks values ('1', '2030-01-01T05:00:00Z', 'ana', 'Pay the rent')`)
  await sql.end()
  const page = await pages.open({ path: '/sweeps' })
  await page.getByText('There is no sweep yet').waitFor()
  await page.getByRole('button', { name: 'New sweep' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('tasks')
  await dialog.getByLabel('Table').fill('public.tasks')
  await dialog.getByLabel('Column of the recipient').fill('owner')
  await dialog.getByLabel('Column of the title').fill('title')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'tasks', level: 1 }).waitFor()
  await page.getByText('It has not run yet').waitFor()
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect.poll(() => page.locator('table.list tbody tr').count()).toBe(count)
  }
  const runs = page.locator('table.list tbody tr')
  await expect.poll(() => runs.last().innerText()).toMatch(/done[\s\S]*by hand[\s\S]*1\s+1/)
  await expect.poll(() => runs.first().innerText()).toContain('already reminded 1')
  await expect.poll(() => page.getByRole('button', { name: 'Run now' }).isEnabled()).toBe(true)
  await page.getByRole('img', { name: 'How many it reminded of' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Looks every').fill('PT15M')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await pages.belfry.sweeps.get('tasks'))?.every).toBe('PT15M')
  expect((await pages.belfry.sweeps.get('tasks'))!.definition).toMatchObject({
    source: { columns: { title: 'title' } },
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There is no sweep yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'tasks' }).waitFor()
  expect((await pages.belfry.sweeps.get('tasks'))!.every).toBe('PT15M')
})
