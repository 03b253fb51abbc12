// What tests of sweeps stand on: a table of tasks as an application has it, beside Belfry's.

import type pg from 'pg'
import type { FunctionSource, MemoryChannel, SweepInput } from '../../src/index.ts'

type SweptTable = Exclude<SweepInput['source'], FunctionSource>

export const now = '2030-01-15T10:00:00Z'

/** So far from now, such as `+PT24H`: hours, minutes, seconds. */
export function at(offset: string, from = now): Date {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^([+-])PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(offset) ?? []
  const ms = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return new Date(Date.parse(from) + (sign === '-' ? -ms : ms))
}

export async function makeTasks(sql: pg.Client, index = true): Promise<void> {
  await sql.query(
    `create table public.tasks (id bigint primary key, title text, owner text, status text default 'PENDING',
       due_at timestamptz, reminder_sent_at timestamptz)`,
  )
  if (index) await sql.query('create index on public.tasks (due_at)')
}

export async function addTask(sql: pg.Client, id: number, due: Date, more: { owner?: string; status?: string } = {}) {
  await sql.query('insert into public.tasks (id, title, owner, due_at, status) values ($1, $2, $3, $4, $5)', [
    ...[id, `Task ${id}`, more.owner ?? 'ana', due],
    more.status ?? 'PENDING',
  ])
}

export function hourly(source: Partial<SweptTable> = {}, more: Partial<SweepInput> = {}): SweepInput {
  return {
    name: 'tasks',
    every: 'PT1H',
    entityType: 'task',
    source: { table: 'tasks', recipient: 'owner', ...source },
    ...more,
  }
}

/** What arrived, as `id kind`, in order of the ids. */
export function told(memory: MemoryChannel): string[] {
  return memory.sent.map(({ entity, kind }) => `${entity.id} ${kind}`).sort()
}
