// Everything that one tenant can have, and what another may not see, change or take away.

import pg from 'pg'
import { type Asked, operatorKey } from '../serving.ts'
import type { Stage } from './stage.ts'

/** Stands in texts of the other tenant, and nowhere else. */
export const secret = 'nobody else reads this'

export const theirZone = 'Asia/Tokyo'

export interface OtherTenant {
  readonly reminders: readonly string[]
  readonly deliveries: readonly string[]
  readonly keyId: string
  readonly device: string
}

/** As a browser gives it. */
export const subscription = {
  endpoint: 'https://push.example.net/theirs',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

export const theirSlot = { start: '2031-01-10T10:00:00Z', end: '2031-01-10T11:00:00Z' }

export const theirCalendar = {
  kind: 'file',
  name: secret,
  content: [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//theirs//EN', 'BEGIN:VEVENT', 'UID:theirs@example.com'],
    ...['DTSTAMP:20310101T000000Z', 'DTSTART:20310111T100000Z', 'DTEND:20310111T110000Z', 'SUMMARY:Busy'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n'),
}

/** One thing of every kind: to come, repeating, sent, failed, unknown, marked by hand, planned, parked, an alarm. */
export async function settleIn(stage: Stage): Promise<OtherTenant> {
  const ask = async (method: string, path: string, body: object, headers = {}): Promise<Asked> => {
    const answer = await stage.ask(method, path, { key: stage.otherKey, body, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  await ask('PUT', '/v1/recipients/olga', { name: secret, timezone: theirZone, addresses: { pigeon: secret } })
  await ask('PUT', '/v1/plans/theirs', { steps: ['-PT24H', '-PT1H'] })
  await ask('PUT', '/v1/templates/theirs', { subject: secret, text: secret })
  await ask('PUT', '/v1/entities/meeting/secret', {
    ...{ at: '2035-01-01T10:00:00', timezone: 'Europe/Paris', title: secret },
    ...{ recipients: ['olga'], plan: 'theirs' },
  })
  const schedule = async (id: string, more: object) => {
    const reminder = { entity: { type: 'note', id }, recipient: 'olga', title: secret, ...more }
    return (await ask('POST', '/v1/reminders', reminder)).body.id as string
  }
  const reminders = [
    await schedule('to-come', { in: 'P30D' }),
    await schedule('series', { at: '2035-01-01T09:00:00', rule: 'FREQ=DAILY' }),
    await schedule('parked', { in: 'PT1M', repeat: { afterCompletion: 'P1D' } }),
    await schedule('sent', { in: 'PT1M' }),
    await schedule('failed', { in: 'PT1M', data: { script: 'refused' } }),
    await schedule('unknown', { in: 'PT1M', data: { script: 'unknown' } }),
    await schedule('shown', { in: 'PT1M', channels: ['in_app'] }),
  ]
  await ask('PUT', '/v1/alarms/their-page', { userId: 'olga', title: secret, body: secret })
  // Made at the first call, whoever it is by.
  await stage.ask('GET', '/v1/push/public-key')
  const device = await ask('POST', '/v1/recipients/olga/push-subscriptions', { subscription, label: secret })
  await meet(ask)
  await ask('PUT', '/v1/webhooks/secret', { url: 'https://hooks.example.com/theirs', description: secret })
  await ask('POST', '/v1/ledger/mark', { ...ledgerKey })
  await ask('POST', '/v1/recipients/olga/tokens', {})
  for (const sweep of ['theirs', 'meeting-reminders']) await sweepFor(stage, sweep)
  await stage.belfry.clock.advance('PT2M')
  const listed = await stage.ask('GET', '/v1/deliveries', { key: stage.otherKey })
  const deliveries = (listed.body.items as { id: string }[]).map(({ id }) => id)
  const [key] = (await stage.belfry.keys.list({ tenant: 'other' })).items
  return { reminders, deliveries, keyId: key!.id, device: device.body.id as string }
}

/** A meeting that was accepted, and who is there for it. */
async function meet(
  ask: (method: string, path: string, body: object, headers?: object) => Promise<Asked>,
): Promise<void> {
  await ask('PUT', '/v1/recipients/oleg', { name: secret })
  await ask('POST', '/v1/meetings', {
    ...{ id: 'their-meeting', requester: 'oleg', participants: ['olga'], title: secret, timezone: theirZone },
    slots: [theirSlot],
  })
  const key = { 'idempotency-key': 'theirs' }
  await ask('POST', '/v1/meetings/their-meeting/accept', { participant: 'olga', reason: secret }, key)
  const block = { kind: 'off', date: '2031-01-15', timezone: theirZone }
  await ask('PUT', '/v1/recipients/olga/availability-blocks/theirs', block)
  await ask('PUT', '/v1/recipients/olga/calendars/theirs', theirCalendar)
  await ask('POST', '/v1/recipients/olga/calendar-feed/rotate', {})
}

/** An operator describes it for them; they run it. */
async function sweepFor({ ask, otherKey }: Stage, name: string): Promise<void> {
  const source = { table: 'public.tasks', columns: { title: 'title' } }
  const body = { every: 'P1D', source, message: { title: secret } }
  const put = { key: operatorKey, headers: { 'belfry-tenant': 'other' }, body }
  for (const answer of [
    await ask('PUT', `/v1/sweeps/${name}`, put),
    await ask('POST', `/v1/sweeps/${name}/run`, { key: otherKey }),
  ])
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

export const ledgerKey = { entityType: 'MEETING', entityId: 'secret', reminderType: '24h', userId: 'olga' }

/**
 * Every row of that tenant, in every table there is: those with a tenant by it, those without in whole, because what they hold
 * is everybody's or belongs to a row that is somebody's. Not the pulses: what a worker counts is of everybody, and is written when it likes.
 */
export async function dump(url: string, tenant: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; has_tenant: boolean }>(
      `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant') as has_tenant
       from pg_class c where c.relnamespace = 'belfry'::regnamespace and c.relkind in ('r', 'p')
         -- written by workers beside everything, about all tenants together
         and c.relname <> 'pulses' order by 1`,
    )
    const dumped: Record<string, string[]> = {}
    for (const { name, has_tenant: hasTenant } of rows) {
      const ofTenant = hasTenant ? `where t.tenant = '${tenant}'` : ''
      const all = await client.query<{ row: string }>(
        `select t::text as row from belfry."${name}" t ${ofTenant} order by 1`,
      )
      dumped[name] = all.rows.map(({ row }) => row)
    }
    return dumped
  } finally {
    await client.end()
  }
}
