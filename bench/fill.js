// Millions of reminders for a far future, written straight into Belfry's table: what the engine does with them is measured,
// not how they got there. Keys ascend within a fill, because ten million random ones would measure the disk.

import { withClient } from './postgres.js'

const chunk = 250_000
const statement = `
  insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type,
    entity_id, kind, recipient, occurrence, title, data)
  select due, due + interval '1 day', now(), hashint8extended(g, 0), (head >> 22)::smallint,
    (lpad(to_hex(head), 8, '0') || lpad(to_hex(g), 8, '0') || right(md5(g::text), 16))::uuid, 'default', 'fill', g::text,
    'once', 'person-' || g % 1000, to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'Drink a glass of water',
    '{"n": 1}'
  from (
    select g, (g - $3::bigint) * 4294967296 / $4::bigint as head, timestamptz '2040-01-01' + g * interval '1 s' as due
    from generate_series($1::bigint, $2::bigint - 1) g
  ) numbers`

/** Fills up from `from` rows to `to`. */
export async function fill(url, { from = 0, to, say }) {
  await withClient(url, async (client) => {
    for (let first = from; first < to; first += chunk) {
      await client.query(statement, [first, Math.min(to, first + chunk), from, to - from])
      say(`filled ${Math.min(to, first + chunk)} of ${to}`)
    }
    say('vacuum')
    await client.query('vacuum analyze belfry.reminders')
  })
}
