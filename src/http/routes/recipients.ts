// Recipients: who is reminded, in which zone and language, where, and when not.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { limits, type Recipient, type Verbs } from '../../index.ts'
import { presentRecipient, timeOf } from '../present.ts'
import { momentProblems, Problem, requireThere } from '../problem.ts'
import { etagOf, route } from '../route.ts'
import { id, name, paging } from '../schemas/basics.ts'
import {
  addresses,
  addressesIn,
  erased,
  preferences,
  preferencesIn,
  quietHoursIn,
  quietHoursOut,
  recipient,
  recipientIn,
  recipientPage,
  suspendIn,
  timezoneIn,
  timezoneOut,
  token,
  tokenIn,
} from '../schemas/recipient.ts'

const one = z.strictObject({ id: id.meta({ example: 'ana' }) })
const address = one.extend({ channel: name.meta({ example: 'email' }) })
/** Nobody is made by writing a part of them. */
const existing = { mustExist: true }

const put = route({
  method: 'PUT',
  path: '/v1/recipients/{id}',
  summary: 'Make or change a recipient',
  description:
    'Another zone or other quiet hours move what is still to come, in the same transaction. A field that is left out keeps its value; null clears it.',
  door: 'write',
  params: one,
  body: recipientIn,
  answers: { 200: recipient, 201: recipient },
  problems: ['unknown_channel', 'invalid_duration', 'version_conflict', ...momentProblems],
  versioned: true,
  async handle({ params, body, verbs, version, mustExist }) {
    if (mustExist) requireThere(await verbs.recipients.get(params.id))
    const written = await verbs.recipients.put({ ...params, ...body, ...(version === undefined ? {} : { version }) })
    const answer = { body: presentRecipient(written), headers: tagOf(written) }
    return written.version === 1 ? { status: 201, ...answer } : { status: 200, ...answer }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/recipients/{id}',
  summary: 'One recipient',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: recipient },
  problems: ['not_found'],
  versioned: true,
  async handle({ params, verbs }) {
    const found = await known(verbs, params.id)
    return { status: 200, body: presentRecipient(found), headers: tagOf(found) }
  },
})

const list = route({
  method: 'GET',
  path: '/v1/recipients',
  summary: 'List recipients, or find them by name or id',
  description:
    'In the order of ids. With `search`, in that of what was found: by name, by its last word, by id; a page may then hold fewer than were asked for while `nextCursor` says that there is more.',
  door: 'read',
  query: z.strictObject({
    ...paging,
    suspended: z.boolean().optional().describe('`true`: only those who have an address that is suspended.'),
    search: z
      .string()
      .min(1)
      .max(limits.searchCharsMax)
      .optional()
      .describe('Only whose name, its last word, or id begins with it; capitals do not count.')
      .meta({ example: 'an' }),
  }),
  answers: { 200: recipientPage },
  async handle({ query, verbs }) {
    const page = await verbs.recipients.list(query)
    return { status: 200, body: { ...page, items: page.items.map(presentRecipient) } }
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/recipients/{id}',
  summary: 'Erase a recipient',
  description:
    'Addresses and texts are gone everywhere, what was pending is cancelled. That something was sent stays known.',
  door: 'write',
  params: one,
  answers: { 200: erased },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const result = await verbs.recipients.delete(params.id)
    if (!result.erased) throw noRecipient()
    return { status: 200, body: result }
  },
})

const getAddresses = route({
  method: 'GET',
  path: '/v1/recipients/{id}/addresses',
  summary: 'Where a recipient is reached',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: addresses },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: addressesOf(await known(verbs, params.id)) }
  },
})

const putAddresses = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/addresses',
  summary: 'Add, change or (with null) remove addresses',
  door: 'write',
  params: one,
  body: addressesIn,
  answers: { 200: addresses },
  problems: ['not_found', 'unknown_channel'],
  pointers: { '/addresses': '' },
  async handle({ params, body, verbs }) {
    return { status: 200, body: addressesOf(await verbs.recipients.put({ ...params, addresses: body }, existing)) }
  },
})

const suspendAddress = route({
  method: 'POST',
  path: '/v1/recipients/{id}/addresses/{channel}/suspend',
  summary: 'Nobody can be reached at an address any more',
  description:
    'For what a provider tells later, such as a bounce. Nothing is sent there until it is verified or another one is put.',
  door: 'write',
  params: address,
  body: suspendIn,
  answers: { 200: addresses },
  problems: ['not_found'],
  pointers: { '/recipient': '/id' },
  async handle({ params, body, verbs }) {
    const { id: recipient, channel } = params
    return { status: 200, body: addressesOf(await verbs.recipients.suspendAddress({ recipient, channel, ...body })) }
  },
})

const verifyAddress = route({
  method: 'POST',
  path: '/v1/recipients/{id}/addresses/{channel}/verify',
  summary: 'An address that was suspended is good again',
  description: 'What rings from now on is sent there. What was suppressed meanwhile stays as it is.',
  door: 'write',
  params: address,
  answers: { 200: addresses },
  problems: ['not_found'],
  pointers: { '/recipient': '/id' },
  async handle({ params: { id: recipient, channel }, verbs }) {
    return { status: 200, body: addressesOf(await verbs.recipients.verifyAddress({ recipient, channel })) }
  },
})

const getPreferences = route({
  method: 'GET',
  path: '/v1/recipients/{id}/preferences',
  summary: 'What a recipient has switched off',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: preferences },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    return { status: 200, body: presentRecipient(await known(verbs, params.id)).preferences }
  },
})

const putPreferences = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/preferences',
  summary: 'Say what is switched off',
  door: 'write',
  own: 'recipient',
  params: one,
  body: preferencesIn,
  answers: { 200: preferences },
  problems: ['not_found'],
  pointers: { '/preferences': '' },
  async handle({ params, body, verbs }) {
    const written = await verbs.recipients.put({ ...params, preferences: body }, existing)
    return { status: 200, body: presentRecipient(written).preferences }
  },
})

const getQuietHours = route({
  method: 'GET',
  path: '/v1/recipients/{id}/quiet-hours',
  summary: 'When nothing rings',
  door: 'read',
  own: 'recipient',
  params: one,
  answers: { 200: quietHoursOut },
  problems: ['not_found'],
  async handle({ params, verbs }) {
    const { quietHours } = await known(verbs, params.id)
    return { status: 200, body: { quietHours } }
  },
})

const putQuietHours = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/quiet-hours',
  summary: 'Say when nothing rings; what is pending moves with it',
  door: 'write',
  own: 'recipient',
  params: one,
  body: quietHoursIn,
  answers: { 200: quietHoursOut },
  problems: ['not_found'],
  async handle({ params, body, verbs }) {
    const { quietHours } = await verbs.recipients.put({ ...params, quietHours: body.quietHours }, existing)
    return { status: 200, body: { quietHours } }
  },
})

const putTimezone = route({
  method: 'PUT',
  path: '/v1/recipients/{id}/timezone',
  summary: 'Say where a recipient is; what is pending moves with it',
  door: 'write',
  own: 'recipient',
  params: one,
  body: timezoneIn,
  answers: { 200: timezoneOut },
  problems: ['not_found', 'unknown_timezone'],
  async handle({ params, body, verbs }) {
    const { timezone } = await verbs.recipients.put({ ...params, ...body }, existing)
    return { status: 200, body: { timezone } }
  },
})

const issueToken = route({
  method: 'POST',
  path: '/v1/recipients/{id}/tokens',
  summary: 'A short-lived token for one recipient, for their browser or app',
  description: 'It opens what is theirs: their inbox, reminders, alarms, preferences, quiet hours and time zone.',
  door: 'write',
  params: one,
  body: tokenIn,
  answers: { 201: token },
  problems: ['unknown_recipient', 'invalid_duration'],
  pointers: { '/recipient': '/id' },
  async handle({ params, body, verbs, server, caller }) {
    // The token reads: nobody gets by it what their own key does not open.
    if (caller.door === 'key' && !caller.scopes.includes('read'))
      throw new Problem('forbidden', 'The key lacks the scope read, which the token would have.')
    const issued = await verbs.recipients.issueToken(server.secret, { recipient: params.id, ...body })
    return { status: 201, body: { ...issued, expiresAt: timeOf(issued.expiresAt) } }
  },
})

function addressesOf(person: Recipient) {
  const { addresses: all, suspended } = presentRecipient(person)
  return { addresses: all, suspended }
}

/** What a provider says of an address is no new version of the person, but another answer. */
function tagOf({ version, suspended }: Recipient) {
  if (Object.keys(suspended).length === 0) return etagOf(version)
  return etagOf(version, createHash('sha256').update(JSON.stringify(suspended)).digest('hex').slice(0, 12))
}

async function known(verbs: Verbs, recipientId: string): Promise<Recipient> {
  const found = await verbs.recipients.get(recipientId)
  if (!found) throw noRecipient()
  return found
}

function noRecipient(): Problem {
  return new Problem('not_found', 'There is no such recipient.', { pointer: '/id' })
}

export const recipients = {
  put,
  get,
  remove,
  list,
  getAddresses,
  putAddresses,
  suspendAddress,
  verifyAddress,
  getPreferences,
  putPreferences,
  getQuietHours,
  putQuietHours,
  putTimezone,
  issueToken,
}
