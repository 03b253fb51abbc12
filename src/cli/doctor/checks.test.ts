import { expect, it } from 'vitest'
import { type Facts, findingsOf } from './checks.ts'

const at = new Date('2030-01-01T00:00:00Z')
const healthy: Facts = {
  health: {
    database: { version: '18.4', versionNumber: 180_004, role: 'belfry', isReplica: false, clock: at },
    now: at,
    driven: false,
    overdue: 0,
    overdueSince: null,
    expiredLeases: 0,
    ...{ unknown: 0, failed: 0, quarantined: 0, failedRequests: 0, waitingRequests: 0 },
    waitingChannels: [],
    timeZones: { version: '2025c', newest: '2025c', hasOlder: false },
  },
  workers: [{ id: 'w-1', connections: 2, since: at, address: null }],
  holds: [],
  channels: [{ name: 'in_app', mode: 'active' }],
  secretsTrouble: null,
  roundTripMs: 1,
  machineMs: at.getTime(),
  wantsDrivenClock: false,
  hasRoles: true,
  sweeps: [{ tenant: 'default', name: 'tasks', warnings: [], hasFailed: false }],
}
const sick = (health: Partial<Facts['health']>): Facts => ({ ...healthy, health: { ...healthy.health, ...health } })
const { database } = healthy.health

it('finds nothing where nothing is', () => {
  expect(findingsOf(healthy).filter(({ state }) => state !== 'ok')).toEqual([])
})

it.each<[check: string, state: string, facts: Facts]>([
  ['database', 'fail', sick({ database: { ...database, versionNumber: 130_010 } })],
  ['database', 'fail', sick({ database: { ...database, isReplica: true } })],
  ['roles', 'warn', { ...healthy, hasRoles: false }],
  ['round trip', 'warn', { ...healthy, roundTripMs: 150 }],
  ['clock', 'warn', { ...healthy, machineMs: at.getTime() + 60_000 }],
  ['driven clock', 'fail', sick({ driven: true })],
  ['driven clock', 'warn', { ...sick({ driven: true }), wantsDrivenClock: true }],
  ['time zones', 'warn', sick({ timeZones: { version: '2025c', newest: '2025c', hasOlder: true } })],
  ['time zones', 'warn', sick({ timeZones: { version: '2025c', newest: '2026a', hasOlder: false } })],
  ['channels', 'warn', sick({ waitingChannels: ['in_app', 'sms'] })],
  ['secrets', 'fail', { ...healthy, secretsTrouble: 'This database has another key.' }],
  ['holds', 'warn', { ...healthy, holds: [{ reason: 'x', by: 'y', since: at }] }],
  ['worker', 'fail', { ...healthy, workers: [] }],
  ['overdue', 'fail', sick({ overdue: 1_000, overdueSince: new Date(at.getTime() - 600_000) })],
  ['leases', 'warn', sick({ expiredLeases: 2 })],
  ['unknown', 'warn', sick({ unknown: 2 })],
  ['failed', 'warn', sick({ failed: 2 })],
  ['quarantined', 'fail', sick({ quarantined: 2 })],
  ['requests', 'warn', sick({ failedRequests: 2 })],
  ['requests', 'warn', sick({ waitingRequests: 2 })],
  ['sweeps', 'warn', { ...healthy, sweeps: [{ ...healthy.sweeps[0]!, warnings: ['tasks.due_at has no index'] }] }],
  ['sweeps', 'warn', { ...healthy, sweeps: [{ ...healthy.sweeps[0]!, hasFailed: true }] }],
])('finds %s (%s), alone, and says what to do', (check, state, facts) => {
  const found = findingsOf(facts).filter((one) => one.state !== 'ok')
  expect(found.map((one) => [one.check, one.state])).toEqual([[check, state]])
  expect(found[0]?.todo).toMatch(/\w{4}/)
})
