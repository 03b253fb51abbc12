// Plans: steps at which entities remind, under a name.

import { z } from 'zod'
import { presentPlan } from '../present.ts'
import { Problem, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { name, nothing } from '../schemas/basics.ts'
import { plan, planIn } from '../schemas/entity.ts'

const one = z.strictObject({ name: name.meta({ example: 'meetings' }) })

const put = route({
  method: 'PUT',
  path: '/v1/plans/{name}',
  summary: 'Make or change a plan',
  description: 'Entities that use it follow with their next put.',
  door: 'write',
  params: one,
  body: planIn,
  answers: { 200: plan, 201: plan },
  problems: ['invalid_duration', 'unknown_channel', 'version_conflict', 'too_many'],
  versioned: true,
  async handle({ params, body, verbs, version, mustExist }) {
    if (mustExist) requireThere(await verbs.plans.get(params.name))
    const { created, ...written } = await verbs.plans.put({
      ...{ ...params, ...body },
      ...(version === undefined ? {} : { version }),
    })
    const answer = { body: presentPlan(written), headers: etagOf(written.version) }
    return created ? { status: 201, ...answer } : { status: 200, ...answer }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/plans/{name}',
  summary: 'One plan',
  door: 'read',
  params: one,
  answers: { 200: plan },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, verbs }) {
    const found = await verbs.plans.get(params.name)
    if (!found) throw noPlan()
    return { status: 200, body: presentPlan(found), headers: etagOf(found.version) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/plans',
  summary: 'All plans',
  door: 'read',
  answers: { 200: z.object({ items: z.array(plan) }).meta({ id: 'Plans' }) },
  async handle({ verbs }) {
    return { status: 200, body: { items: (await verbs.plans.list()).map(presentPlan) } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/plans/{name}',
  summary: 'Remove a plan that no entity uses',
  door: 'write',
  params: one,
  answers: { 200: nothing },
  problems: ['not_found', 'in_use'],
  async handle({ params, verbs }) {
    if (!(await verbs.plans.delete(params.name))) throw noPlan()
    return { status: 200, body: {} }
  },
})

function noPlan(): Problem {
  return new Problem('not_found', 'There is no such plan.', { pointer: '/name' })
}

export const plans = { put, get, remove, list }
