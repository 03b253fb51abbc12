// A client's sync: pages whose texts have changed, and pages that are gone. It says nothing of when an alarm rings: that is the
// scheduler's.

import type { Context } from '../engine/context.ts'
import { bucketOf } from '../engine/key.ts'
import { readId, readList, readObject, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import type { AlarmOwner, AlarmSync, AlarmSynced } from './alarm.ts'
import { endAlarms, type LockedAlarm, lockPages } from './delete.ts'
import { readOwner } from './read.ts'
import { cutTexts, type Texts } from './texts.ts'

interface ChangedPage extends Texts {
  readonly pageId: string
}

export async function syncAlarms(context: Context, changes: AlarmSync, owner: AlarmOwner = {}): Promise<AlarmSynced> {
  const user = readOwner(owner)
  const { changed, deleted } = readChanges(changes)
  return await context.db.transaction(async (tx) => {
    const names = changed.map(({ pageId }) => pageId)
    await lockPages(context, tx, [...deleted, ...names])
    const ended = await endAlarms(context, tx, deleted, user)
    const known = await tx.run<LockedAlarm>('alarms-of-pages', [context.tenant, names, user])
    const ids = known.map(({ reminder }) => reminder)
    await tx.run('lock-reminders', [ids.map(bucketOf), ids, context.tenant])
    const own = new Set(known.map(({ page_id }) => page_id))
    const pages = changed.filter(({ pageId }) => own.has(pageId))
    const written = await tx.run<{ page_id: string }>('change-alarm-texts', [
      context.tenant,
      pages.map(({ pageId }) => pageId),
      pages.map(({ title }) => title ?? null),
      pages.map(({ title }) => title !== undefined),
      pages.map(({ body }) => body ?? null),
      pages.map(({ body }) => body !== undefined),
    ])
    const has = new Set(written.map(({ page_id }) => page_id))
    return {
      changed: changed.map(({ pageId }) => pageId).filter((pageId) => has.has(pageId)),
      deleted: ended,
      unknown: changed.map(({ pageId }) => pageId).filter((pageId) => !has.has(pageId)),
    }
  })
}

function readChanges(changes: unknown): { changed: ChangedPage[]; deleted: string[] } {
  const value = readObject(changes, ['changed', 'deleted'], '')
  const changed = readList(value.changed ?? [], limits.alarmSyncMax, '/changed').map((page, i) => {
    const field = `/changed/${i}`
    const one = readObject(page, ['pageId', 'title', 'body'], field)
    return { pageId: readId(one.pageId, `${field}/pageId`), ...cutTexts(one, field) }
  })
  const deleted = readList(value.deleted ?? [], limits.alarmSyncMax, '/deleted').map((pageId, i) =>
    readId(pageId, `/deleted/${i}`),
  )
  refuseTwice(
    changed.map(({ pageId }) => pageId),
    '/changed',
  )
  refuseTwice(deleted, '/deleted')
  return { changed, deleted }
}

function refuseTwice(pageIds: readonly string[], field: string): void {
  const seen = new Set<string>()
  const i = pageIds.findIndex((pageId) => seen.size === seen.add(pageId).size)
  if (i < 0) return
  throw refuse('invalid_input', 'A page is named twice.', { field: `${field}/${i}`, accepted: 'each page once' })
}
