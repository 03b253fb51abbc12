// How database errors look to the rest of Belfry.

import type { DatabaseFailure } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'

const connectionErrnos = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
])
/** Shutdown, crash, starting up, a standby after a failover: the server will be back. */
const connectionStates = new Set(['57P01', '57P02', '57P03', '25006'])
/** Connection exceptions, a full disk or memory, input and output errors: no row is to blame. */
const connectionClasses = new Set(['08', '53', '58'])

export function failureOf(error: unknown): DatabaseFailure {
  // a verb's error wraps the driver's
  if (error instanceof BelfryError && error.code === 'database_unavailable') return 'connection'
  if (error instanceof BelfryError && error.cause !== undefined) return failureOf(error.cause)
  const code = codeOf(error)
  // lock_timeout, and statement_timeout: waited for too long
  if (code === '55P03' || code === '57014') return 'lock'
  if (code === '40P01' || code === '40001' || isTakenSlot(error, code)) return 'deadlock'
  if (connectionErrnos.has(code) || connectionStates.has(code)) return 'connection'
  // 08P01, a protocol violation, is a fault of ours: a statement and its parameters do not fit
  if (code.length === 5 && code !== '08P01' && connectionClasses.has(code.slice(0, 2))) return 'connection'
  const message = error instanceof Error ? error.message : ''
  // node-pg has no code for a socket that closes under a query
  if (/Connection terminated|connection timeout|Client has encountered a connection error|not queryable/i.test(message))
    return 'connection'
  return 'statement'
}

/** Nobody answers there any more. Not so where one only has to wait: for a connection of the pool, or a place on the server. */
export function isServerGone(error: unknown): boolean {
  return failureOf(error) === 'connection' && !codeOf(error).startsWith('53')
}

/** Another alarm of the same user got that moment first: chosen again, it is another one. */
function isTakenSlot(error: unknown, code: string): boolean {
  if (code !== '23505' || typeof error !== 'object' || error === null) return false
  return 'constraint' in error && error.constraint === 'alarms_slot'
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

export function unavailable(cause: unknown): BelfryError {
  return new BelfryError('database_unavailable', 'The database cannot be reached.', { cause })
}

/** What a caller of a verb sees: never SQL text, never values. */
export function toBelfryError(error: unknown): unknown {
  // An error without a SQLSTATE or errno, which are in capitals, is not the database's: a fault in the code between the
  // statements, or a refusal of whoever works in the transaction.
  if (error instanceof BelfryError || (failureOf(error) === 'statement' && !/^[A-Z0-9_]+$/.test(codeOf(error))))
    return error
  switch (failureOf(error)) {
    case 'connection':
      return unavailable(error)
    case 'lock':
    case 'deadlock':
      return new BelfryError('busy', 'Somebody holds the row in an open transaction; try again.', { cause: error })
    case 'statement':
      // The driver's message and detail may hold values: they stay in the cause, for the log of whoever wants them.
      return new BelfryError('database_refused', 'The database refused a statement; this should not happen.', {
        cause: error,
      })
  }
}
