// What a key is, for who looks at a list of them.

import type { api } from '../../api.ts'

export type Key = Awaited<ReturnType<typeof api.keys.list>>['items'][number]
export type Rights = 'read' | 'write' | 'operator'

export function scopesOf(rights: Rights): Rights[] {
  return rights === 'write' ? ['read', 'write'] : [rights]
}

export type KeyState = 'good' | 'revoked' | 'expired' | 'ending'

export function stateOf({ revokedAt, expiresAt, replacedBy }: Key, nowMs: number): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && Date.parse(expiresAt.instant) <= nowMs) return 'expired'
  return replacedBy === null ? 'good' : 'ending'
}
