// Devices that get notifications.

import { z } from 'zod'
import { like, time } from './basics.ts'

export const deviceId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('The first 32 hexadecimal digits of the SHA-256 of its endpoint.')
  .meta({ example: '5d41402abc4b2a76b9719d911017c592' })

export const publicKey = z
  .object({ publicKey: like('BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml…').describe('For `applicationServerKey`.') })
  .meta({ id: 'PushPublicKey' })

export const subscribeIn = z
  .strictObject({
    subscription: z
      .strictObject({
        endpoint: z.string().min(1).max(2_048).meta({ example: 'https://push.example.net/send/f8a2' }),
        expirationTime: z.number().nullish(),
        keys: z.strictObject({
          p256dh: z.string().min(1).max(200).meta({
            example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          }),
          auth: z.string().min(1).max(200).meta({ example: 'BTBZMqHH6r4Tts7J_aSIgg' }),
        }),
      })
      .describe('As JSON.stringify(subscription) has it in the browser.'),
    label: z.string().max(200).nullish().describe('What the person calls the device.').meta({ example: 'Phone' }),
  })
  .meta({ id: 'PushSubscriptionInput' })

export const device = z
  .object({
    id: deviceId,
    service: like('push.example.net').describe('Whose push service carries its messages.'),
    label: like('Phone').nullable(),
    createdAt: time,
    lastSentAt: time.nullable(),
  })
  .meta({ id: 'PushDevice' })

export const devices = z.object({ items: z.array(device) }).meta({ id: 'PushDevices' })
