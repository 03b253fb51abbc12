// Users and their zones, read before the alarms that are for them. Whoever Belfry knows stays as they are.

import { readText } from '../input.ts'
import { canonicalZone } from '../time/zone.ts'
import { createRecipients, peopleOf } from './known.ts'
import { type ImportReport, Tally } from './report.ts'
import { importRows, type Run } from './run.ts'
import { type Fields, type ImportSource, openSource } from './source.ts'
import type { ReadTable } from './table.ts'
import { requireId } from './values.ts'

export type UserField = 'userId' | 'timezone'

const fields: Fields<UserField> = { userId: 'user_id', timezone: 'timezone' }

export async function importUsers(
  alarms: Run,
  source: ImportSource<UserField>,
  opening: { readonly readTable: ReadTable; readonly batchSize: number },
  defaultTimezone: string,
): Promise<ImportReport> {
  const opened = openSource<UserField>(source, { fields, id: 'userId' }, { ...opening, field: '/options/users' })
  const run = { ...alarms, tally: new Tally(alarms.settings.listMax) }
  await importRows(run, opened, {
    read: ({ values }) => ({
      id: requireId(values.userId, '/userId'),
      timezone: values.timezone === undefined ? defaultTimezone : zoneOf(values.timezone),
    }),
    async take(users) {
      const people = await peopleOf(
        run,
        users.map(({ id }) => id),
      )
      const strangers = new Map(users.flatMap((user) => (people.has(user.id) ? [] : [[user.id, user] as const])))
      const created = await createRecipients(run, [...strangers.values()])
      run.tally.created(created)
      run.tally.add('alreadyThere', users.length - created)
    },
  })
  return run.tally.report(alarms.settings.dryRun)
}

function zoneOf(value: unknown): string {
  return canonicalZone(readText(value, '/timezone', { bytesMax: 64 }), '/timezone')
}
