// The least that a server can do for the same request: fastify with Belfry's options, one prepared insert with the same
// fields, one commit. No check of the input, of the caller or of the recipient, no ledger, one index.

import Fastify from 'fastify'
import pg from 'pg'

const { DATABASE_URL, PORT, CONNECTIONS } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(CONNECTIONS) })
await pool.query(`create table public.bare (
  id bigint generated always as identity primary key, tenant text not null, entity_type text not null,
  entity_id text not null, kind text not null, recipient text not null, due_at timestamptz not null, timezone text,
  title text, data jsonb, created_at timestamptz not null default now())`)
const text = `insert into public.bare (tenant, entity_type, entity_id, kind, recipient, due_at, timezone, title, data)
  values ('default', $1, $2, 'once', $3, $4, $5, $6, $7) returning id`

const app = Fastify({
  logger: false,
  bodyLimit: 1_048_576,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
  return503OnClosing: true,
  forceCloseConnections: 'idle',
})
app.get('/readyz', async () => ({ ready: true }))
app.post('/v1/reminders', async ({ body }, reply) => {
  const { entity, recipient, at, timezone, title, data } = body
  const values = [entity.type, entity.id, recipient, at, timezone, title, data]
  const { rows } = await pool.query({ name: 'insert', text, values })
  reply.code(201)
  return {
    id: `00000000-0000-0000-0000-${rows[0].id.padStart(12, '0')}`,
    status: 'created',
    occurrence: at,
    generation: 1,
    inFlight: [],
    dueAt: { instant: at, local: at, timezone: timezone ?? 'UTC' },
  }
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
