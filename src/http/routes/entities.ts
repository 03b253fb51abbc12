// Entities: what reminders are about. Put one, move it, end it, and its reminders follow.

import { z } from 'zod'
import { presentEntity, presentRing, presentTimelineItem } from '../present.ts'
import { Problem, planProblems, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { id, name, paging } from '../schemas/basics.ts'
import { entity, entityEnded, entityIn, entityPage, putResult, timelineItem } from '../schemas/entity.ts'

const type = name.meta({ example: 'meeting' })
const one = z.strictObject({ type, id: id.meta({ example: '42' }) })

const put = route({
  method: 'PUT',
  path: '/v1/entities/{type}/{id}',
  summary: 'Say what is going to happen, when, and who cares',
  description:
    'Makes the entity, or changes it: moved, its reminders move; with fewer recipients, theirs are cancelled. The answer says what became of each reminder. A field that is left out keeps its value; null clears it.',
  door: 'write',
  params: one,
  body: entityIn,
  answers: { 200: putResult, 201: putResult },
  problems: [...planProblems, 'version_conflict', 'not_found', 'in_use'],
  versioned: true,
  async handle({ params, body, verbs, version, mustExist }) {
    if (mustExist) requireThere(await verbs.entities.get(params))
    const { isNew, ...result } = await verbs.entities.put({
      ...{ ...params, ...body },
      ...(version === undefined ? {} : { version }),
    })
    const reminders = result.reminders.map(presentRing)
    const answer = { body: { ...result, reminders }, headers: etagOf(result.version) }
    return isNew ? { status: 201, ...answer } : { status: 200, ...answer }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/entities/{type}/{id}',
  summary: 'One entity',
  door: 'read',
  params: one,
  answers: { 200: entity },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, verbs }) {
    const found = await verbs.entities.get(params)
    if (!found) throw new Problem('not_found', 'There is no such entity.', { pointer: '/id' })
    return { status: 200, body: presentEntity(found), headers: etagOf(found.version) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/entities/{type}',
  summary: 'List the entities of a type',
  door: 'read',
  params: z.strictObject({ type }),
  query: z.strictObject({
    status: z.enum(['active', 'done', 'cancelled']).optional(),
    order: z
      .enum(['id', 'changed'])
      .optional()
      .describe(
        'In the order of ids if left out. `changed`: what was changed last comes first; with a `status` a page may then hold fewer than were asked for while `nextCursor` says that there is more.',
      ),
    ...paging,
  }),
  answers: { 200: entityPage },
  async handle({ params, query, verbs }) {
    const page = await verbs.entities.list({ ...params, ...query })
    return { status: 200, body: { ...page, items: page.items.map(presentEntity) } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/entities/{type}/{id}',
  summary: 'Forget an entity; what was sent about it stays in the ledger',
  door: 'write',
  params: one,
  answers: { 200: entityEnded },
  problems: ['not_found', 'in_use'],
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.entities.delete(params) }
  },
})

const cancel = route({
  method: 'POST',
  path: '/v1/entities/{type}/{id}/cancel',
  summary: 'Call it off: none of its reminders rings any more',
  description: 'The answer names what had been sent, and what was under way and could not be called back.',
  door: 'write',
  params: one,
  answers: { 200: entityEnded },
  problems: ['not_found', 'in_use'],
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.entities.cancel(params) }
  },
})

const complete = route({
  method: 'POST',
  path: '/v1/entities/{type}/{id}/complete',
  summary: 'It is done: none of its reminders rings any more',
  door: 'write',
  params: one,
  answers: { 200: entityEnded },
  problems: ['not_found', 'in_use'],
  async handle({ params, verbs }) {
    return { status: 200, body: await verbs.entities.complete(params) }
  },
})

const timeline = route({
  method: 'GET',
  path: '/v1/entities/{type}/{id}/timeline',
  summary: 'Everything that happened about it, and what is to come',
  door: 'read',
  params: one,
  answers: { 200: z.object({ items: z.array(timelineItem) }).meta({ id: 'Timeline' }) },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const items = await verbs.entities.timeline(params)
    return { status: 200, body: { items: items.map(presentTimelineItem) } }
  },
})

export const entities = { put, get, remove, list, cancel, complete, timeline }
