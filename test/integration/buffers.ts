// What a statement costs, counted in pages that it reads and writes: the same on every machine, however busy.

import pg from 'pg'
import { indexPlans } from '../../src/storage/database.ts'

/** Plans as Belfry's own connections do. */
export async function openPlanner(url: string): Promise<pg.Client> {
  const settings = indexPlans.split(' ').map((setting) => `-c ${setting}`)
  const sql = new pg.Client({ connectionString: url, options: settings.join(' ') })
  await sql.connect()
  return sql
}

/** Of the second time, when the plan is known; neither leaves anything behind. */
export async function buffersOf(sql: pg.Client, statement: string): Promise<number> {
  await explained(sql, statement)
  const plan = await explained(sql, statement)
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

async function explained(sql: pg.Client, statement: string) {
  await sql.query('begin')
  const { rows } = await sql.query(`explain (analyze, buffers, format json) ${statement}`)
  await sql.query('rollback')
  return rows[0]['QUERY PLAN'][0].Plan
}
