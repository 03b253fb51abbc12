// The options of the email channel, read strictly: a mistake in a set-up shows at the start and not with the first mail. What is
// secret in them never gets into an error.

import * as crypto from 'node:crypto'
import { isIP } from 'node:net'
import { BelfryError } from '../../errors.ts'
import { readInteger, readObject, readText } from '../../input.ts'
import { type Mailbox, readMailbox } from './address.ts'
import type { SmtpServer } from './smtp-session.ts'

export interface EmailOptions {
  /** Who writes: `reminders@example.com`, or `Belfry <reminders@example.com>`. */
  readonly from: string
  /** Where answers go. Default: to `from`. */
  readonly replyTo?: string
  /** One of `smtp` and `sendgrid`. */
  readonly smtp?: SmtpInput
  readonly sendgrid?: SendgridInput
  /** Mails that may be under way at once in one worker. Default 5 (SMTP: as many connections), 20 with SendGrid. */
  readonly concurrency?: number
  /** After this a mail is given up. Default 30,000; must be well below the lease. */
  readonly timeoutMs?: number
}

export interface SmtpInput {
  /** `smtp://user:password@host:587` or `smtps://…`, instead of the fields below. */
  readonly url?: string
  readonly host?: string
  /** Default 587; 465 with `secure`. */
  readonly port?: number
  /** TLS from the first byte on. Default: on port 465. */
  readonly secure?: boolean
  /** STARTTLS: `required`, `optional` or `none`. Default: required where a password would go out otherwise, except on this machine. */
  readonly tls?: 'required' | 'optional' | 'none'
  readonly user?: string
  readonly password?: string
  /** How this machine introduces itself. Default: its name. */
  readonly name?: string
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string
}

export interface SendgridInput {
  readonly apiKey: string
  /**
   * Default https://api.sendgrid.com; https://api.eu.sendgrid.com for accounts there. A host on this machine or in a private network,
   * and plain http, need `allowedTargets`.
   */
  readonly baseUrl?: string
  /** The public key of its signed event webhook, as SendGrid shows it. Without it no events are taken. */
  readonly eventKey?: string
}

export interface EmailSetup {
  readonly from: Mailbox
  readonly replyTo: Mailbox | null
  readonly way: SmtpWay | SendgridWay
  readonly concurrency: number
  readonly timeoutMs: number
}

export interface SmtpWay {
  readonly kind: 'smtp'
  readonly server: SmtpServer
}

export interface SendgridWay {
  readonly kind: 'sendgrid'
  readonly apiKey: string
  readonly baseUrl: string
  readonly eventKey: crypto.KeyObject | null
}

const optionNames = ['from', 'replyTo', 'smtp', 'sendgrid', 'concurrency', 'timeoutMs']
const smtpNames = ['url', 'host', 'port', 'secure', 'tls', 'user', 'password', 'name', 'ca']
const timeoutDefaultMs = 30_000

export function readEmailOptions(options: EmailOptions): EmailSetup {
  readObject(options, optionNames, '')
  const { from, replyTo, concurrency, timeoutMs = timeoutDefaultMs } = options
  const way = readWay(options)
  const concurrencyDefault = way.kind === 'smtp' ? 5 : 20
  return {
    from: readMailbox(readText(from, '/from', { bytesMax: 400 }), '/from'),
    replyTo: replyTo === undefined ? null : readMailbox(readText(replyTo, '/replyTo', { bytesMax: 400 }), '/replyTo'),
    way,
    concurrency: readInteger(concurrency ?? concurrencyDefault, '/concurrency', 1, 1_000),
    timeoutMs: readInteger(timeoutMs, '/timeoutMs', 100, 600_000),
  }
}

function readWay({ smtp, sendgrid }: EmailOptions): SmtpWay | SendgridWay {
  if ((smtp === undefined) === (sendgrid === undefined))
    throw flaw('One way to send mail is needed.', '', 'either smtp or sendgrid')
  return smtp === undefined ? readSendgrid(sendgrid!) : { kind: 'smtp', server: readSmtp(smtp) }
}

export function readSmtp(input: SmtpInput): SmtpServer {
  const given = readObject(input, smtpNames, '/smtp') as SmtpInput
  if (given.url !== undefined && (given.host ?? given.port ?? given.user ?? given.password) !== undefined)
    throw flaw('The mail server is named twice.', '/smtp', 'a url, or host, port, user and password')
  const { host, port, secure = port === 465, user, password, tls, name, ca } = { ...given, ...ofUrl(given.url) }
  const text = (value: unknown, field: string, bytesMax: number) =>
    value === undefined ? null : readText(value, `/smtp/${field}`, { bytesMax })
  const server = {
    host: readText(host, '/smtp/host', { bytesMax: 253, pattern: /^[\w.:-]+$/, accepted: 'the name of a mail server' }),
    port: readInteger(port ?? (secure ? 465 : 587), '/smtp/port', 1, 65_535),
    secure: secure === true,
    user: text(user, 'user', 1_000),
    password: text(password, 'password', 10_000),
    name: text(name, 'name', 253),
    ca: text(ca, 'ca', 100_000),
  }
  if ((server.user === null) !== (server.password === null))
    throw flaw('A user and a password go together.', '/smtp', 'both or none')
  if (tls !== undefined && !['required', 'optional', 'none'].includes(tls))
    throw flaw('Not a way to use STARTTLS.', '/smtp/tls', 'required, optional or none')
  const isExposed = server.password !== null && !isLoopback(server.host)
  return { ...server, tls: tls ?? (isExposed ? 'required' : 'optional') }
}

/** Of `smtp://user:password@host:587?tls=none`. */
function ofUrl(url: string | undefined): Partial<SmtpInput> {
  if (url === undefined) return {}
  const { protocol, hostname, port, username, password, searchParams } = parseUrl(url, ['smtp:', 'smtps:'], '/smtp/url')
  const tls = searchParams.get('tls') as SmtpInput['tls']
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(protocol === 'smtps:' ? { secure: true } : {}),
    ...(username === '' ? {} : { user: decoded(username) }),
    ...(password === '' ? {} : { password: decoded(password) }),
    ...(tls === null ? {} : { tls }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw flaw('A % that encodes nothing.', '/smtp/url', 'user and password with %25 for %, %40 for @')
  }
}

function readSendgrid(input: SendgridInput): SendgridWay {
  readObject(input, ['apiKey', 'baseUrl', 'eventKey'], '/sendgrid')
  const { apiKey, baseUrl = 'https://api.sendgrid.com', eventKey } = input
  const base = parseUrl(baseUrl, ['https:', 'http:'], '/sendgrid/baseUrl')
  // Told without the URL: it may hold a password.
  if (base.username !== '' || base.password !== '' || base.search !== '' || base.hash !== '')
    throw flaw('Not the address of an API.', '/sendgrid/baseUrl', 'a URL without user, password, ? and #')
  return {
    kind: 'sendgrid',
    apiKey: readText(apiKey, '/sendgrid/apiKey', { bytesMax: 500, pattern: /^[\x21-\x7e]+$/, accepted: 'an API key' }),
    baseUrl: `${base.origin}${base.pathname.replace(/\/+$/, '')}`,
    eventKey: eventKey === undefined ? null : readEventKey(eventKey),
  }
}

/** As SendGrid shows it, base64 of a DER; or PEM. */
function readEventKey(text: string): crypto.KeyObject {
  try {
    const key = text.includes('-----')
      ? crypto.createPublicKey(text)
      : crypto.createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Told below, without the key.
  }
  throw flaw(
    'Not the public key of an event webhook.',
    '/sendgrid/eventKey',
    'the verification key as SendGrid shows it',
  )
}

/** An error of URL itself would hold the password. */
function parseUrl(text: unknown, protocols: readonly string[], field: string): URL {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  const accepted = `a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`
  if (url === null || !protocols.includes(url.protocol) || url.hostname === '')
    throw flaw('Not a URL.', field, accepted)
  return url
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function flaw(what: string, field: string, accepted: string): BelfryError {
  return new BelfryError('invalid_input', what, { field, accepted })
}
