// Templates: what messages say.

import { z } from 'zod'
import { presentTemplate } from '../present.ts'
import { Problem, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { name, nothing, paging } from '../schemas/basics.ts'
import { locale, previewIn, preview as previewOut, template, templateIn, templatePage } from '../schemas/template.ts'

const one = z.strictObject({ name: name.meta({ example: 'tomorrow' }) })
const inLanguage = z.strictObject({
  locale: locale.optional().describe('Its language. Left out: the one for every language that has none of its own.'),
})

const put = route({
  method: 'PUT',
  path: '/v1/templates/{name}',
  summary: 'Make or change a template',
  description:
    'What could not be used is refused here, with its place. Messages that are composed from now on have it.',
  door: 'write',
  params: one,
  query: inLanguage,
  body: templateIn,
  answers: { 200: template, 201: template },
  problems: ['text_too_long', 'missing_field', 'unknown_channel', 'version_conflict', 'in_use', 'too_many'],
  versioned: true,
  bodyBytesMax: 1_048_576,
  async handle({ params, query, body, verbs, version, mustExist }) {
    const key = { name: params.name, locale: query.locale ?? null }
    if (mustExist) requireThere(await verbs.templates.get(key))
    const { created, ...written } = await verbs.templates.put({
      ...{ ...key, ...body },
      ...(version === undefined ? {} : { version }),
    })
    const answer = { body: presentTemplate(written), headers: etagOf(written.version) }
    return created ? { status: 201, ...answer } : { status: 200, ...answer }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/templates/{name}',
  summary: 'One template',
  door: 'read',
  params: one,
  query: inLanguage,
  answers: { 200: template },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, query, verbs }) {
    const found = await verbs.templates.get({ name: params.name, locale: query.locale ?? null })
    if (!found) throw noTemplate()
    return { status: 200, body: presentTemplate(found), headers: etagOf(found.version) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/templates',
  summary: 'All templates, without their texts',
  door: 'read',
  query: z.strictObject(paging),
  answers: { 200: templatePage },
  async handle({ query, verbs }) {
    const { items, nextCursor } = await verbs.templates.list(query)
    return { status: 200, body: { items: items.map(presentTemplate), nextCursor } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/templates/{name}',
  summary: 'Remove a template',
  description: 'Messages then have the next one that fits, or the built-in words.',
  door: 'write',
  params: one,
  query: inLanguage,
  answers: { 200: nothing },
  problems: ['not_found'],
  async handle({ params, query, verbs }) {
    if (!(await verbs.templates.delete({ name: params.name, locale: query.locale ?? null }))) throw noTemplate()
    return { status: 200, body: {} }
  },
})

const preview = route({
  method: 'POST',
  path: '/v1/templates/preview',
  summary: 'What a message would say',
  description: 'In every format, without sending or keeping anything.',
  door: 'read',
  body: previewIn,
  answers: { 200: previewOut },
  problems: [
    'not_found',
    'unknown_channel',
    'unknown_timezone',
    'impossible_date',
    'offset_mismatch',
    'text_too_long',
    'missing_field',
  ],
  idempotency: 'none',
  bodyBytesMax: 1_048_576,
  async handle({ body, verbs }) {
    return { status: 200, body: await verbs.templates.preview(body) }
  },
})

function noTemplate(): Problem {
  return new Problem('not_found', 'There is no such template.', { pointer: '/name' })
}

export const templates = { put, get, remove, list, preview }
