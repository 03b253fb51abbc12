// Recipients, their addresses, preferences and quiet hours.

import { z } from 'zod'
import { limits } from '../../index.ts'
import {
  channelOut,
  channelSteps,
  channelStepsOut,
  deliveryIds,
  duration,
  like,
  moment,
  name,
  pageOf,
  recipientOut,
  time,
  timezone,
} from './basics.ts'
import { quietWindow } from './rule.ts'

const quietHours = z
  .union([quietWindow, z.array(quietWindow).max(21)])
  .describe('When nothing should ring, in the recipient’s zone.')

export const addressesIn = z
  .record(name, z.union([z.string().min(1).max(4_096), z.null()]))
  .meta({ id: 'AddressesInput', description: 'One address a channel; null removes it.' })

export const preferencesIn = z
  .strictObject({
    channelsOff: z.array(name).max(100).optional(),
    kindsOff: z.array(name).max(100).optional(),
    typesOff: z.array(name).max(100).optional(),
    off: z
      .array(z.strictObject({ type: name.optional(), kind: name.optional(), channel: name.optional() }))
      .max(100)
      .optional()
      .describe('What is off only together: `{ "type": "meeting", "channel": "email" }` is meetings by email.'),
  })
  .meta({
    id: 'Preferences',
    description:
      'What is switched off: channels, kinds of reminders, types of entities, and two or three of them together.',
  })

export const recipientIn = z
  .strictObject({
    name: z.string().max(200).nullish(),
    timezone: timezone.nullish().describe('UTC if never given. Changing it moves what is pending.'),
    locale: z.string().min(2).max(35).nullish().meta({ example: 'en' }),
    addresses: addressesIn.optional(),
    channels: channelSteps.nullish().describe('Used where a reminder names none; one with `after` waits so long.'),
    fallback: name
      .nullish()
      .describe('Stands behind these channels: used when one has failed, or its outcome is unknown.'),
    quietHours: quietHours.nullish(),
    preferences: preferencesIn.nullish(),
    paused: z
      .strictObject({ until: moment.optional() })
      .nullish()
      .describe(
        'Nothing fires until then, or until quiet hours end that this lies in; `{}`: until it is put null. What comes due meanwhile rings afterwards, if still useful.',
      ),
  })
  .meta({
    id: 'RecipientInput',
    description: 'A field that is left out keeps its value; null clears it.',
    example: { timezone: 'Europe/Paris', locale: 'en', quietHours: { from: '22:00', to: '07:00' } },
  })

const windowOut = z
  .object({ from: like('22:00'), to: like('07:00'), days: z.array(like('saturday')).optional() })
  .meta({ id: 'QuietWindowOut' })

export const addresses = z
  .object({
    addresses: z.record(z.string(), z.string()),
    suspended: z
      .record(z.string(), z.object({ reason: like('bounced'), at: time }))
      .describe('Channels whose address is suspended, why, and since when.'),
  })
  .meta({ id: 'Addresses' })

export const preferences = z
  .object({
    channelsOff: z.array(like('sms')),
    kindsOff: z.array(like('15m_before')),
    typesOff: z.array(like('newsletter')),
    off: z.array(
      z.object({
        type: like('meeting').optional(),
        kind: like('24h_before').optional(),
        channel: channelOut.optional(),
      }),
    ),
  })
  .meta({ id: 'PreferencesOut' })

export const quietHoursIn = z
  .strictObject({ quietHours: quietHours.nullable() })
  .meta({ id: 'QuietHoursInput', example: { quietHours: [{ from: '22:00', to: '07:00' }] } })
export const quietHoursOut = z.object({ quietHours: z.array(windowOut).nullable() }).meta({ id: 'QuietHours' })

export const timezoneIn = z
  .strictObject({ timezone })
  .meta({ id: 'TimezoneInput', example: { timezone: 'Europe/Paris' } })
export const timezoneOut = z.object({ timezone: like('Europe/Paris') }).meta({ id: 'TimezoneOfRecipient' })

export const recipient = z
  .object({
    id: recipientOut,
    name: like('Ana').nullable(),
    timezone: like('Europe/Paris'),
    locale: like('en'),
    ...addresses.shape,
    channels: channelStepsOut.nullable(),
    fallback: channelOut.nullable(),
    quietHours: z.array(windowOut).nullable(),
    preferences,
    paused: z
      .object({ until: time.nullable() })
      .nullable()
      .meta({ description: 'Null: not paused; `until` null: until they say otherwise.', example: null }),
    version: z.number().int(),
    createdAt: time,
  })
  .meta({ id: 'Recipient' })

export const suspendIn = z
  .strictObject({
    reason: z.string().min(1).max(200).describe('Such as `bounced`, `blocked` or `gone`.'),
    address: z
      .string()
      .min(1)
      .max(limits.addressBytesMax)
      .optional()
      .describe('Only while it is this one: a bounce may come after another address was put.'),
  })
  .meta({ id: 'SuspendInput', example: { reason: 'bounced' } })

export const recipientPage = pageOf(recipient, 'Recipient')

export const erased = z
  .object({
    erased: z.boolean(),
    cancelled: z.number().int(),
    inFlight: deliveryIds,
  })
  .meta({ id: 'Erased' })

export const tokenIn = z
  .strictObject({ expiresIn: duration.optional().describe('One hour if left out, 30 days at the most.') })
  .meta({ id: 'TokenInput', example: { expiresIn: 'PT1H' } })
export const token = z
  .object({ token: like('bft_…'), recipient: recipientOut, expiresAt: time })
  .meta({ id: 'RecipientToken' })
