// The audit trail: who changed what.

import { z } from 'zod'
import { momentOf } from '../../time/show.ts'
import { entityOf, entityPointers } from '../entity-filter.ts'
import { timeOf } from '../present.ts'
import { route } from '../route.ts'
import {
  actorOut,
  entityNameOut,
  id,
  like,
  moment,
  name,
  pageOf,
  paging,
  recipientOut,
  reminderId,
  time,
} from '../schemas/basics.ts'

const entry = z
  .object({
    id: like('1207'),
    at: time,
    actor: actorOut,
    action: like('reminder.moved'),
    entity: entityNameOut.nullable(),
    title: like('Budget review').nullable().describe('What it is about is called now; null where nobody knows.'),
    reminderId: reminderId.nullable(),
    recipient: recipientOut.nullable(),
    data: z.unknown(),
  })
  .meta({ id: 'AuditEntry' })

const page = pageOf(entry, 'AuditEntry')

const installation = route({
  method: 'GET',
  path: '/v1/audit/installation',
  summary: 'Who changed what concerns no tenant: operators’ keys, tenants, holds of everything',
  door: 'operator',
  query: z.strictObject({ action: name.optional(), actor: z.string().min(1).max(300).optional(), ...paging }),
  answers: { 200: page },
  async handle({ query, operator }) {
    const found = await operator.installation.audit(query)
    return { status: 200, body: { ...found, items: found.items.map((item) => ({ ...item, at: timeOf(item.at) })) } }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/audit',
  summary: 'Who changed what, the newest first',
  door: 'read',
  query: z.strictObject({
    entityType: name.optional(),
    entityId: id.optional(),
    recipient: id.optional(),
    reminder: reminderId.optional(),
    action: name.optional(),
    actor: z.string().min(1).max(300).optional(),
    from: moment.optional(),
    to: moment.optional(),
    ...paging,
  }),
  answers: { 200: page },
  problems: ['impossible_date', 'offset_mismatch'],
  pointers: entityPointers,
  async handle({ query: { entityType, entityId, from, to, ...query }, verbs }) {
    const found = await verbs.audit.list({
      ...query,
      ...entityOf(entityType, entityId),
      ...(from === undefined ? {} : { from: momentOf(from, 'UTC', '/from') }),
      ...(to === undefined ? {} : { to: momentOf(to, 'UTC', '/to') }),
    })
    return { status: 200, body: { ...found, items: found.items.map((item) => ({ ...item, at: timeOf(item.at) })) } }
  },
})

export const audit = { list, installation }
