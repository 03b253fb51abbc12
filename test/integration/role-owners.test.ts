// Whoever owns the database need not be a superuser. One that may make roles gets them; one that may not does without.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createBelfry } from '../../src/index.ts'
import { onServer } from '../database.ts'
import { CommandLine } from './command-line.ts'
import { reminder, useDatabase } from './running.ts'

const running = useDatabase({ empty: true })
const roles = ['belfry_app', 'belfry_worker']

/** Answers the database's address for a login that owns it. */
async function ownedBy(attributes: string): Promise<{ url: string; login: string }> {
  const login = `belfry_login_${randomBytes(6).toString('hex')}`
  const url = new URL(running.url())
  const database = url.pathname.slice(1)
  await onServer(`create role ${login} login password '${login}' nosuperuser ${attributes}`)
  await onServer(`alter database ${database} owner to ${login}`)
  running.atEnd(async () => {
    const sql = await running.client()
    await sql.query(`drop owned by ${login} cascade`)
    await sql.query(`alter database ${database} owner to current_user`)
    await sql.query(`revoke ${roles.join(', ')} from ${login} cascade`)
    await sql.end()
    await onServer(`drop role ${login}`)
  })
  url.username = url.password = login
  return { url: url.href, login }
}

/** They belong to the whole server: other tests may have made them, and still use them. */
async function ensureRoles(): Promise<void> {
  for (const role of roles)
    await onServer(`do $$ begin create role ${role} nologin;
      exception when duplicate_object or unique_violation then null; end $$`)
}

async function rings(url: string): Promise<boolean> {
  const belfry = await createBelfry({ database: url, roles: true })
  try {
    const own = belfry.as({})
    await own.recipients.put({ id: 'ana' })
    const { id } = await own.reminders.schedule(reminder('1', { in: 'PT0S' }))
    belfry.startWorker()
    await expect.poll(async () => (await own.reminders.get(id))?.state).toBe('sent')
    return belfry.hasRoles
  } finally {
    await belfry.close()
  }
}

it('an owner that may make roles acts as them', async () => {
  await ensureRoles()
  const { url, login } = await ownedBy('createrole')
  // What the server gives to whoever creates a role, from PostgreSQL 16 on.
  const sql = await running.client()
  const { rows } = await sql.query(`select current_setting('server_version_num')::integer >= 160000 as granular`)
  if (rows[0].granular)
    await onServer(`grant ${roles.join(', ')} to ${login} with admin true, set false, inherit false`)
  expect(await rings(url)).toBe(true)
})

it('an owner that may not does without, though the roles are there', async () => {
  await ensureRoles()
  const { url } = await ownedBy('nocreaterole')
  expect(await rings(url)).toBe(false)
})

it('an owner that may administer the roles and not act as them does without', async () => {
  await ensureRoles()
  const { url, login } = await ownedBy('nocreaterole')
  expect(await rings(url)).toBe(false)
  const sql = await running.client()
  const { rows } = await sql.query(`select current_setting('server_version_num')::integer >= 160000 as granular`)
  if (rows[0].granular)
    await onServer(`grant ${roles.join(', ')} to ${login} with admin true, set false, inherit false`)
  expect(await rings(url)).toBe(false)
})

it('doctor says that the roles cannot be used, and what it says to do helps', async () => {
  await ensureRoles()
  const { url, login } = await ownedBy('nocreaterole')
  const cli = new CommandLine({ DATABASE_URL: url })
  running.atEnd(() => cli.close())
  const finding = async () => {
    const { stdout } = await cli.run(['doctor', '--json'])
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; todo?: string }[] }
    return findings.find(({ check }) => check === 'roles')
  }
  const grant = `grant belfry_app, belfry_worker to ${login}; select belfry.make_roles()`
  expect(await finding()).toMatchObject({ state: 'warn', todo: expect.stringContaining(grant) })
  const sql = await running.client()
  await sql.query(grant)
  expect(await finding()).toMatchObject({ state: 'ok' })
  expect(await rings(url)).toBe(true)
})
