// What `belfry serve` runs, without the roles that row-level security holds to one tenant: what those cost.

import { createBelfry } from 'belfry'
import { createApp } from '../../dist/http/app.js'
import { createMetrics } from '../../dist/observe/metrics.js'

const { DATABASE_URL, PORT } = process.env
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const belfry = await createBelfry({ database: DATABASE_URL, actor: 'server' })
const metrics = createMetrics({ belfry, version: '0', reports: () => ({}) })
const worker = belfry.startWorker()
metrics.observe(worker)
const app = createApp({
  ...{ belfry, metrics, version: '0', logger: silent },
  secret: await belfry.access.signingSecret(undefined),
  requestsPerMinute: { key: 0, address: 0, stranger: 0 },
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.once('SIGTERM', () => void app.close().then(() => belfry.close()))
