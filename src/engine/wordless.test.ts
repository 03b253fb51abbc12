import { expect, it } from 'vitest'
import type { ComposedMessage } from '../channels/content.ts'
import { silentLogger } from '../log.ts'
import { noticed } from './wordless.ts'

it('words that cannot be made are told once for each channel, and again when that lasts', async () => {
  const told: string[] = []
  let nowMs = 0
  const logger = { ...silentLogger, error: (fields: object) => told.push(JSON.stringify(fields)) }
  const failing = async () => {
    throw new TypeError('a text that nobody should read')
  }
  const compose = noticed(failing, logger, { nowMs: () => nowMs })
  const on = (channel: string) => compose('email', [{ channel } as ComposedMessage])
  await expect(on('email')).rejects.toThrow(TypeError)
  await expect(on('email')).rejects.toThrow(TypeError)
  await expect(on('sms')).rejects.toThrow(TypeError)
  expect(told).toEqual(['{"channel":"email","error":"TypeError"}', '{"channel":"sms","error":"TypeError"}'])
  nowMs = 600_000
  await expect(on('email')).rejects.toThrow(TypeError)
  expect(told).toHaveLength(3)
})
