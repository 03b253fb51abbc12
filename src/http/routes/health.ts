// Whether the server lives, whether it can answer, and its numbers.

import { route } from '../route.ts'
import { like } from '../schemas/basics.ts'
import * as shapes from '../schemas/operator.ts'

const live = route({
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives',
  door: 'anyone',
  answers: { 200: shapes.health },
  async handle() {
    return { status: 200, body: { status: 'ok' as const } }
  },
})

const ready = route({
  method: 'GET',
  path: '/readyz',
  summary: 'It can answer: the database is there',
  door: 'anyone',
  answers: { 200: shapes.readiness, 503: shapes.readiness },
  async handle({ server }) {
    const missing = await server.missing()
    if (missing === null) return { status: 200, body: { status: 'ready' as const, missing } }
    return { status: 503, body: { status: 'not_ready' as const, missing } }
  },
})

const metrics = route({
  method: 'GET',
  path: '/metrics',
  summary: 'Numbers for Prometheus',
  door: 'operator',
  mediaType: 'text/plain; version=0.0.4; charset=utf-8',
  answers: { 200: like('belfry_deliveries_total{channel="email",outcome="sent"} 12') },
  async handle({ server }) {
    return { status: 200, body: await server.metrics() }
  },
})

export const health = { live, ready, metrics }
