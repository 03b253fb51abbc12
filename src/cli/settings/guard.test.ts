import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../index.ts'
import { checkDrivenClock, checkExposure, isLoopback } from './guard.ts'
import { maskPassword, shownValue } from './mask.ts'

const long = 'x'.repeat(32)

describe('exposure', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', '::1', '[::1]', '::ffff:127.0.0.1'])('%s needs no secret', (host) => {
    expect(isLoopback(host)).toBe(true)
    expect(() => checkExposure({ host, operatorKey: null })).not.toThrow()
  })

  it.each(['0.0.0.0', '::', '192.168.1.5', 'reminders.example.com', '127.0.0.1.example.com', '128.0.0.1'])(
    '%s needs one',
    (host) => {
      expect(() => checkExposure({ host, operatorKey: null })).toThrow(/BELFRY_OPERATOR_KEY is not set/)
      expect(() => checkExposure({ host, operatorKey: long })).not.toThrow()
    },
  )
})

describe('a driven clock', () => {
  const real = { ...memoryChannel(), name: 'email' }

  it('is refused beside channels that reach people, unless it is forced', () => {
    const channels = [memoryChannel(), real]
    const settings = { clock: 'driven', clockForce: false, demo: null, channels } as const
    expect(() => checkDrivenClock(settings)).toThrow(/real people by email/)
    expect(() => checkDrivenClock({ ...settings, clockForce: true })).not.toThrow()
    expect(() => checkDrivenClock({ ...settings, clock: 'real' })).not.toThrow()
    expect(() => checkDrivenClock({ ...settings, channels: [memoryChannel()] })).not.toThrow()
    expect(() => checkDrivenClock({ ...settings, demo: true })).not.toThrow()
    expect(() => checkDrivenClock({ ...settings, demo: ['email'] })).not.toThrow()
    expect(() => checkDrivenClock({ ...settings, demo: ['telegram'] })).toThrow(/real people by email/)
  })
})

describe('masks', () => {
  it.each([
    ['postgres://u:p@h/d', 'postgres://u:****@h/d'],
    ['postgres://u:p@ss/w:rd@h:5432/d', 'postgres://u:****@h:5432/d'],
    ['postgres://u@h/d?password=p&host=x', 'postgres://u@h/d?password=****&host=x'],
    ['postgres://h/d', 'postgres://h/d'],
    ['postgresql://u:p@/d?host=/tmp', 'postgresql://u:****@/d?host=/tmp'],
  ])('%s', (url, shown) => {
    expect(maskPassword(url)).toBe(shown)
  })

  it('secrets are not shown at all', () => {
    expect(shownValue('operatorKey', long)).toBe('****')
    expect(shownValue('sentryDsn', 'https://abc@sentry.example.com/1')).toBe('****')
    expect(shownValue('secret', null)).toBe(null)
    expect(shownValue('port', 80)).toBe(80)
  })
})
