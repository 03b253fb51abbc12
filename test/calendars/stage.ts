// What tests of calendars stand on: Belfry on a database of its own, its clock at 10 January 2030, requests that reach loopback and nothing
// else, and meetings as rows.

import { Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import type { CalendarVerbs } from '../../src/calendars/calendar.ts'
import { syncDueCalendars } from '../../src/calendars/due.ts'
import type { OurMeetings } from '../../src/calendars/our-meetings.ts'
import type { CalendarGround } from '../../src/calendars/sync.ts'
import { calendarVerbs } from '../../src/calendars/verbs.ts'
import { type Destination, type OutgoingGround, openSocket } from '../../src/channels/outgoing/connect.ts'
import { resolveConfig } from '../../src/config.ts'
import { setClock } from '../../src/engine/clock.ts'
import type { Context } from '../../src/engine/context.ts'
import { openInstallation } from '../../src/installation.ts'
import { silentLogger } from '../../src/log.ts'
import { putRecipient } from '../../src/recipients/recipients.ts'
import { createTestDatabase } from '../database.ts'
import { calendar, event } from './files.ts'

export const now = '2030-01-10T00:00:00Z'

export interface MeetingFixture {
  readonly id: string
  readonly status?: string
  readonly sequence?: number
  readonly root?: string
  readonly start?: string
  readonly end?: string
}

export interface Stage {
  readonly url: string
  readonly context: Context
  readonly calendars: CalendarVerbs
  readonly ground: CalendarGround
  readonly sql: pg.Client
  /** Where requests wanted to go that may not. */
  readonly forbidden: readonly Destination[]
  /** Meetings that were cancelled in somebody's name. */
  readonly cancelled: { id: string; participant: string; reason: string }[]
  /** `2030-01-15T09:00/2030-01-15T10:30`, in order. */
  busy(recipient?: string): Promise<string[]>
  clock(at: string): Promise<void>
  /** What the sweep does. */
  syncDue(): ReturnType<typeof syncDueCalendars>
  /** Of ana and bo. */
  meeting(fixture: MeetingFixture): Promise<void>
}

/** Loopback is reached; whatever else is asked for is witnessed, and no packet leaves. */
function loopbackOnly(forbidden: Destination[]): OutgoingGround {
  return {
    lookup: async (host) => (host.endsWith('.test') ? ['127.0.0.1'] : ['93.184.216.34']),
    connect: (to) => {
      if (to.address === '127.0.0.1' || to.address === '::1') return openSocket(to)
      forbidden.push(to)
      const socket = new Socket()
      process.nextTick(() => socket.destroy(new Error('the witness connects to nothing')))
      return socket
    },
  }
}

export function useStage(): () => Stage {
  let stage: Stage
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ stage, close } = await openStage())
  })
  afterEach(() => close())
  return () => stage
}

async function openStage(): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const database = await createTestDatabase()
  const installation = await openInstallation(
    resolveConfig({ database: database.url, encryptionKey: 'a key for tests only', allowedTargets: ['127.0.0.0/8'] }),
  )
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  const { context } = installation
  const clock = (at: string) => setClock(context, new Date(at))
  await clock(now)
  for (const id of ['ana', 'bo']) await putRecipient(context, { id, timezone: 'Europe/Paris' })
  const forbidden: Destination[] = []
  const cancelled: Stage['cancelled'] = []
  const ground = { ours: meetingsIn(sql, cancelled), network: loopbackOnly(forbidden) }
  const stage: Stage = {
    ...{ url: database.url, context, ground, sql, forbidden, cancelled, clock },
    calendars: calendarVerbs(context, false, ground),
    busy: (recipient = 'ana') => busyOf(sql, recipient),
    syncDue: () => syncDueCalendars(context, silentLogger, ground),
    meeting: (fixture) => putMeeting(sql, fixture),
  }
  const close = async () => {
    await sql.end()
    await installation.close()
    await database.drop()
  }
  return { stage, close }
}

async function busyOf(sql: pg.Client, recipient: string): Promise<string[]> {
  const said = (bound: string) => `to_char(${bound}(during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`
  const { rows } = await sql.query<{ span: string }>(
    `select ${said('lower')} || '/' || ${said('upper')} as span from belfry.busy_times where recipient = $1 order by during`,
    [recipient],
  )
  return rows.map(({ span }) => span)
}

/** In place of the life cycle: what calendars need of it, over the same rows. */
function meetingsIn(sql: pg.Client, cancelled: Stage['cancelled']): OurMeetings {
  return {
    uidOf: (_, root) => `meeting-${root}@belfry`,
    async fileOf(_, id, sequenceMin) {
      const { rows } = await sql.query(
        `select root, sequence, to_char(starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as start,
          to_char(ends_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as end from belfry.meetings where id = $1`,
        [id],
      )
      const [row] = rows as { root: string; sequence: number; start: string; end: string }[]
      if (!row) return null
      const uid = `meeting-${row.root}@belfry`
      const sequence = Math.max(row.sequence, sequenceMin)
      const lines = [`UID:${uid}`, 'DTSTAMP:20300101T000000Z', `SEQUENCE:${sequence}`]
      const times = [`DTSTART:${row.start}`, `DTEND:${row.end}`, 'SUMMARY:A meeting']
      return { uid, sequence, version: row.sequence, text: calendar(event(...lines, ...times)) }
    },
    async cancel(_, id, { participant, reason }) {
      cancelled.push({ id, participant, reason })
      await sql.query(`update belfry.meetings set status = 'cancelled', reason = $2 where id = $1`, [id, reason])
    },
  }
}

async function putMeeting(sql: pg.Client, fixture: MeetingFixture): Promise<void> {
  const { id, status = 'accepted', sequence = 0, root = id } = fixture
  const { start = '2030-02-01T10:00:00Z', end = '2030-02-01T11:00:00Z' } = fixture
  const slots = JSON.stringify([{ start, end }])
  await sql.query(
    `insert into belfry.meetings (tenant, id, status, requester, title, timezone, slots, accepted, starts_at, ends_at, plan, root, parent,
      sequence, tz_version, created_at, updated_at)
    values ('default', $1, $2, 'bo', 'A meeting', 'UTC', $3, 0, $4, $5, '[]', $6, nullif($6, $1), $7, '0000', belfry.now(), belfry.now())`,
    [id, status, slots, start, end, root, sequence],
  )
  await sql.query(
    `insert into belfry.meeting_participants (tenant, meeting, recipient, position, starts_at)
    select 'default', $1, name, row_number() over (), $2 from unnest(array['ana', 'bo']) as name`,
    [id, start],
  )
}
