// Combinations of settings that would do harm, refused before anything starts.

import { BelfryError } from '../../errors.ts'
import type { Settings } from './resolve.ts'

/** Nothing listens beyond this machine without a secret of the operator's. What signs tokens is made and kept, if not given. */
export function checkExposure(settings: Pick<Settings, 'host' | 'operatorKey'>): void {
  if (isLoopback(settings.host) || settings.operatorKey !== null) return
  throw new BelfryError(
    'invalid_input',
    `${settings.host} can be reached from other machines, and BELFRY_OPERATOR_KEY is not set.`,
    { field: '/host', accepted: '127.0.0.1, or a public address together with BELFRY_OPERATOR_KEY' },
  )
}

export function isLoopback(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return bare === 'localhost' || bare === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(bare)
}

/** What rings under a driven clock is a test; it must not reach people. */
const harmless = ['in_app', 'memory']

export function checkDrivenClock(settings: Pick<Settings, 'clock' | 'clockForce' | 'channels' | 'demo'>): void {
  if (settings.clock !== 'driven' || settings.clockForce || settings.demo === true) return
  const quiet = [...harmless, ...(Array.isArray(settings.demo) ? settings.demo : [])]
  const real = settings.channels.map(({ name }) => name).filter((name) => !quiet.includes(name))
  if (real.length === 0) return
  throw new BelfryError(
    'invalid_input',
    `A driven clock would send what is not due to real people by ${real.join(', ')}.`,
    {
      field: '/clock',
      accepted: 'real; or driven without these channels; or driven with BELFRY_CLOCK_FORCE=true',
    },
  )
}
