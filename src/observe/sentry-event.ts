// An incident as Sentry's event. What leaves this process is made here, and made of fixed words, codes and places in the
// code: messages of errors are Belfry's own sentence for a code, or a few known kinds with everything that may be a value cut.

import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { BelfryError, errorCodes } from '../errors.ts'
import { wallClock } from '../time/clock.ts'
import type { Incident } from './incidents.ts'

export interface About {
  readonly release: string
  readonly environment: string
  readonly serverName: string
}

export interface SentryEvent {
  readonly event_id: string
  readonly [field: string]: unknown
}

interface Frame {
  readonly filename: string
  readonly function: string
  readonly lineno: number
  readonly colno: number
  readonly in_app: boolean
}

export function eventOf(incident: Incident, { release, environment, serverName }: About): SentryEvent {
  const { key, level, message, error, tags, count } = incident
  return {
    event_id: randomBytes(16).toString('hex'),
    timestamp: wallClock.nowMs() / 1_000,
    platform: 'node',
    logger: 'belfry',
    level,
    release,
    environment,
    server_name: serverName,
    tags,
    fingerprint: ['belfry', ...key],
    logentry: { formatted: message },
    extra: { count },
    ...(tags.route === undefined ? {} : { transaction: tags.route }),
    ...(error === undefined ? {} : { exception: { values: exceptionsOf(error) } }),
  }
}

const causesMax = 5

/** The cause first, as Sentry wants it. */
function exceptionsOf(error: unknown): object[] {
  const values: object[] = []
  for (let one: unknown = error; values.length < causesMax; one = one.cause) {
    const frames = framesOf(one)
    values.unshift({
      type: typeOf(one),
      value: safeMessage(one),
      // Sentry wants the oldest call first.
      ...(frames.length > 0 ? { stacktrace: { frames: frames.reverse() } } : {}),
    })
    if (!(one instanceof Error) || one.cause === undefined || one.cause === null) break
  }
  return values
}

/** Where an error comes from, to tell kinds of errors apart: its type, code and first place in Belfry's code. */
export function placeOfError(error: unknown): string {
  const frame = framesOf(error).find(({ in_app }) => in_app)
  const place = frame ? `${frame.filename}:${frame.lineno}` : ''
  return [typeOf(error), codeOf(error), place].filter((part) => part !== '').join(' ')
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  return /^[A-Za-z][\w.]{0,63}$/.test(error.name) ? error.name : 'Error'
}

/** A code of Belfry's, a SQLSTATE, an errno. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(error.code) ? error.code : ''
}

/** The runtime's own words, whose values stand in quotes or after a colon. JSON.parse is none of them: it quotes what it read. */
const runtimeErrors: ReadonlySet<string> = new Set(['TypeError', 'RangeError', 'ReferenceError'])

export function safeMessage(error: unknown): string {
  if (error instanceof BelfryError) return `${error.code}: ${errorCodes[error.code]}`
  const code = codeOf(error)
  if (/^[0-9A-Z]{5}$/.test(code)) return `SQLSTATE ${code}`
  if (code !== '') return code
  if (!(error instanceof Error) || !runtimeErrors.has(error.name)) return ''
  return error.message
    .replace(/\n[\s\S]*|: [\s\S]*|["'`‘“][\s\S]*["'`’”]/g, '…')
    .replace(/\S*[@\d/\\]\S*/g, '…')
    .slice(0, 200)
}

const root = fileURLToPath(new URL('../../', import.meta.url)).replaceAll('\\', '/')
const frameLine = /^\s+at (?:async )?(?:([\w$.<>#[\] ]+) \()?((?:file:\/\/|node:)?[^()]+?):(\d+):(\d+)\)?$/
const framesMax = 50

/** The newest call first, as the runtime writes it. Places of other programs, which may name their users, are left out. */
function framesOf(error: unknown): Frame[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return []
  // The message comes first, and may look like anything.
  const at = error.stack.indexOf(error.message)
  const lines = error.stack.slice(at < 0 ? 0 : at + error.message.length).split('\n')
  return lines
    .flatMap((line) => {
      const [, name = '<anonymous>', path = '', lineno, colno] = frameLine.exec(line) ?? []
      const place = placeOf(path)
      return place ? [{ ...place, function: name, lineno: Number(lineno), colno: Number(colno) }] : []
    })
    .slice(0, framesMax)
}

function placeOf(path: string): Pick<Frame, 'filename' | 'in_app'> | null {
  if (path.startsWith('node:')) return { filename: path, in_app: false }
  const plain = (path.startsWith('file://') ? fileURLToPath(path) : path).replaceAll('\\', '/')
  const own = plain.startsWith(root) ? plain.slice(root.length) : null
  if (own?.startsWith('node_modules/') === false) return { filename: own, in_app: true }
  const at = plain.lastIndexOf('/node_modules/')
  return at < 0 ? null : { filename: plain.slice(at + 1), in_app: false }
}
