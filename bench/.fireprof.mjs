import { startPostgres, withClient } from './postgres.js'
import { createBelfry } from '../dist/index.js'
import fs from 'node:fs'
const pgcpu = (dir) => { let t=0; for (const d of fs.readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue; try { const c = fs.readFileSync(`/proc/${d}/cmdline`,'utf8'); if (!c.includes('postgres')) continue; const cwd = fs.readlinkSync(`/proc/${d}/cwd`); if (!cwd.startsWith(dir)) continue; const f = fs.readFileSync(`/proc/${d}/stat`,'utf8').split(') ')[1].split(' '); t += Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14]) } catch {} } return t * 10000 }
const total = Number(process.argv[2] ?? 60000)
const postgres = await startPostgres()
try {
  const url = await postgres.newDatabase('prof')
  let sent = 0
  const channel = { name: 'noop', idempotent: false, needsAddress: false, concurrency: 4000, async send() { sent++; return { kind: 'delivered' } } }
  let b = await createBelfry({ database: url, channels: [channel], defaultChannels: ['noop'] })
  for (let i = 0; i < 1000; i++) await b.recipients.put({ id: `person-${i}` })
  const dueMs = Date.now() + 12000
  for (let at = 0; at < total; at += 10000) await b.reminders.scheduleMany(Array.from({ length: 10000 }, (_, i) => ({ entity: { type: 'note', id: String(at + i) }, kind: 'once', recipient: `person-${(at + i) % 1000}`, at: new Date(dueMs), title: 'Drink a glass of water', data: { n: 1 } })))
  await b.close()
  await withClient(url, async (c) => {
    await c.query('create extension if not exists pg_stat_statements')
    for (const q of (process.env.PRE ?? '').split(';').filter(Boolean)) await c.query(q)
    await c.query('select pg_stat_statements_reset()')
  })
  await postgres.checkpoint()
  await new Promise((r) => setTimeout(r, Math.max(0, dueMs - Date.now() + 100)))
  b = await createBelfry({ database: url, channels: [channel], defaultChannels: ['noop'] })
  const dir = (await withClient(url, async (c) => fs.readlinkSync('/proc/' + (await c.query('select pg_backend_pid() as p')).rows[0].p + '/cwd'))); const pg0 = pgcpu(dir); const cpu0 = process.cpuUsage(); const t0 = performance.now()
  const w = b.startWorker()
  await withClient(url, async (c) => {
    for (;;) {
      const { rows } = await c.query(`select (select count(*) from belfry.reminders where due_at <= now() or due_at is null)::integer + (select count(*) from belfry.deliveries where state <> 'sent')::integer as left`)
      if (rows[0].left === 0 && sent >= total) break
      await new Promise((r) => setTimeout(r, 200))
    }
    const ms = performance.now() - t0, cpu = process.cpuUsage(cpu0)
    console.log(`pg ${((pgcpu(dir) - pg0) / total).toFixed(1)} us each; ${Math.round(total / ms * 1000)} a second; node ${((cpu.user + cpu.system) / total).toFixed(1)} us each; sent ${sent}`)
    const { rows } = await c.query(`select calls, round(total_exec_time::numeric * 1000 / $1, 1) as us_each, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as q from pg_stat_statements where query not like '%count(*)::integer + %' order by total_exec_time desc limit 8`, [total])
    for (const r of rows) console.log(String(r.us_each).padStart(7), r.calls, r.rows, r.q)
    const hot = await c.query(`select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname='deliveries'`); console.log(hot.rows[0])
  })
  await b.close()
} finally { await postgres.stop() }
