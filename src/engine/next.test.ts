import { expect, it } from 'vitest'
import { openLanes } from './next.ts'

const lane = (channel: string, tenant: string, ms = 0) => ({ channel, tenant, ms })
const lanes = [lane('email', 'a'), lane('email', 'b'), lane('sms', 'a'), lane('sms', 'b'), lane('push', 'a', 2)]

it.each([
  [[], ['email a', 'email b', 'sms a', 'sms b']],
  [[{ channel: 'email', tenant: '' }], ['sms a', 'sms b']],
  [[{ channel: 'email', tenant: 'a' }], ['email b', 'sms a', 'sms b']],
  [[{ channel: '', tenant: 'b' }], ['email a', 'sms a']],
  [[{ channel: '', tenant: '' }], []],
])('with the holds %j, what waits may be taken of %j', (holds, open) => {
  expect(openLanes({ lanes, holds, now_ms: 1 }).map(({ channel, tenant }) => `${channel} ${tenant}`)).toEqual(open)
})
