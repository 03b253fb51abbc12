import pg from 'pg'
import { expect } from 'vitest'

/** Events appear once every older transaction on the server has ended, also those of the tests beside these. */
export async function othersAreDone(url: string): Promise<void> {
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  try {
    const { rows } = await sql.query('select pg_current_xact_id()::text as xid')
    const isPast = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past'
    // A single statement of another test may fill a table for minutes.
    await expect
      .poll(async () => (await sql.query(isPast, [rows[0].xid])).rows[0].past, { timeout: 200_000 })
      .toBe(true)
  } finally {
    await sql.end()
  }
}
