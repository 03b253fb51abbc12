// One connection to a mail server, and how far it is. Nodemailer speaks SMTP and reports a connection lost before and after the
// mail was handed over with the same error, so the phase is kept here: the socket is opened by us, and the body is a stream
// that notices when it is first read (the server has said 354) and when its end is asked for. The dot that ends a mail is
// written after that, and never before.

import net, { type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import tls from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Written } from './mime.ts'
import type { Phase, Reply, Step } from './outcomes.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte on. */
  readonly secure: boolean
  /** Whether STARTTLS has to be there, is used where it is, or is not looked at. */
  readonly tls: 'required' | 'optional' | 'none'
  readonly user: string | null
  readonly password: string | null
  /** How we introduce ourselves; null: by this machine's name. */
  readonly name: string | null
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca: string | null
  /** Another way to look up names, for tests. */
  readonly lookup?: LookupFunction
}

/** How a mail ended. `lost` is about the connection, `answered` what the server said. */
export type Ending =
  | { readonly kind: 'accepted'; readonly reply: string }
  | { readonly kind: 'answered'; readonly step: Step; readonly reply: Reply }
  | { readonly kind: 'too_large'; readonly why: string }
  | { readonly kind: 'lost'; readonly phase: Phase; readonly why: string }

/** What nodemailer tells of a failure. */
interface SmtpError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const bodyChunkBytes = 16_384
const quitMs = 1_000
/** Nodemailer's own time-outs are never the ones that decide: whoever sends gives up before. */
const neverMs = 600_000

export class SmtpSession {
  readonly #server: SmtpServer
  #phase: Phase = 'connecting'
  #socket: net.Socket | null = null
  #connection: SMTPConnection | null = null
  /** Why it cannot be used any more. */
  #broken: Error | null = null
  /** Ends the step under way. */
  #fail: (error: Error) => void = () => {}
  mails = 0

  constructor(server: SmtpServer) {
    this.#server = server
  }

  get phase(): Phase {
    return this.#phase
  }

  get isUsable(): boolean {
    return this.#broken === null && this.#connection !== null
  }

  /** Until mails can be sent; null, or how it ended. */
  async open(): Promise<Ending | null> {
    try {
      await this.#step('connecting', (done) => this.#connect(done))
      await this.#step('greeting', (done) => void this.#greet(done).catch(done))
      const { user, password } = this.#server
      if (user === null || password === null) return null
      await this.#step('login', (done) => this.#connection!.login({ user, pass: password }, done))
      return null
    } catch (failure) {
      this.giveUp('it did not open')
      return endingOf(failure as Failure)
    }
  }

  /** Is the server still there, with nothing left of the mail before? */
  async reset(): Promise<boolean> {
    try {
      await this.#step('greeting', (done) => this.#connection!.reset(done))
      return true
    } catch {
      this.giveUp('it is gone')
      return false
    }
  }

  async send({ envelope: { from, to }, bytes }: Written): Promise<Ending> {
    const body = this.#bodyOf(bytes)
    try {
      const { response } = await this.#step<{ response: string }>('envelope', (done) => {
        this.#connection!.send({ from, to: [to], size: bytes.length }, body, (error, info) => {
          // Whoever answers yes before the end has not got it.
          const tooEarly = error === null && this.#phase !== 'answer' ? new Error('answered too early') : null
          done(error ?? tooEarly, info)
        })
      })
      this.mails += 1
      return { kind: 'accepted', reply: response }
    } catch (failure) {
      const ending = endingOf(failure as Failure)
      // With half of a body in it, a connection is of no use.
      if (ending.kind === 'lost' || (failure as Failure).phase === 'body') this.giveUp('it cannot be used any more')
      return ending
    }
  }

  /** Ends whatever is under way, now. */
  giveUp(why: string): void {
    this.#break(new Error(why))
    this.#connection?.close()
    this.#socket?.destroy()
  }

  /** Politely, where there is time for it. */
  quit(): Promise<void> {
    const socket = this.#socket
    if (!socket || !this.isUsable) {
      this.giveUp('not needed any more')
      return Promise.resolve()
    }
    this.#broken = new Error('not needed any more')
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.destroy(), quitMs)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#connection?.quit()
    })
  }

  #step<T = unknown>(phase: Phase, start: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
    this.#phase = phase
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject({ error, phase: this.#phase } satisfies Failure)
      if (this.#broken) return fail(this.#broken)
      this.#fail = fail
      try {
        start((error, value) => (error ? fail(error) : resolve(value as T)))
      } catch (error) {
        fail(error as Error)
      }
    })
  }

  #break(error: Error): void {
    this.#broken ??= error
    this.#fail(error)
  }

  #connect(done: (error: Error | null) => void): void {
    const { host, port, secure, lookup } = this.#server
    const target = { host, port, ...(lookup ? { lookup } : {}) }
    const socket = secure ? tls.connect({ ...target, ...this.#tlsOptions() }) : net.connect(target)
    this.#socket = socket
    socket.on('error', (error) => this.#break(error))
    socket.on('close', () => this.#break(new Error('the connection was closed')))
    if (!secure) return void socket.once('connect', () => done(null))
    socket.once('connect', () => {
      this.#phase = 'securing'
    })
    socket.once('secureConnect', () => done(null))
  }

  async #greet(done: (error: Error | null) => void): Promise<void> {
    const { host, port, secure, tls: startTls, name } = this.#server
    // Loaded with the first mail: most processes never send one.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    if (this.#broken) return done(this.#broken)
    const connection = new Connection({
      ...{ connection: this.#socket!, host, port, secure, secured: secure, tls: this.#tlsOptions() },
      ...(name === null ? {} : { name }),
      requireTLS: startTls === 'required' && !secure,
      ignoreTLS: startTls === 'none',
      ...{ connectionTimeout: neverMs, greetingTimeout: neverMs, socketTimeout: neverMs },
      logger: false,
    })
    this.#connection = connection
    connection.on('error', (error) => this.#break(error))
    // After the step's own error, which says more.
    connection.once('end', () => setImmediate(() => this.#break(new Error('the connection was closed'))))
    connection.connect((error) => done(error ?? null))
  }

  #tlsOptions() {
    const { host, ca } = this.#server
    return { ...(net.isIP(host) ? {} : { servername: host }), ...(ca === null ? {} : { ca }) }
  }

  /** In pieces, each when there is room for it: of a big mail to a slow server we know that its end has not left. */
  #bodyOf(bytes: Buffer): Readable {
    let at = 0
    const session = this
    return new Readable({
      highWaterMark: 0,
      read() {
        session.#phase = at < bytes.length ? 'body' : 'answer'
        const chunk = bytes.subarray(at, at + bodyChunkBytes)
        at += chunk.length
        this.push(chunk.length > 0 ? chunk : null)
      },
    })
  }
}

/** What a step failed with, and how far it was at that moment. */
interface Failure {
  readonly error: SmtpError
  readonly phase: Phase
}

function endingOf({ error, phase }: Failure): Ending {
  const { code, response, responseCode = 0, originalCode, message } = error
  const step = stepOf(error, phase)
  if (step !== null && response !== undefined && responseCode >= 400)
    return { kind: 'answered', step, reply: { code: responseCode, text: response } }
  if (code === 'EMESSAGE' && phase === 'envelope') return { kind: 'too_large', why: message }
  return { kind: 'lost', phase, why: response ?? originalCode ?? message }
}

/** To which question a reply belongs. Null: to none; the connection failed, whatever the server said last. */
function stepOf({ code, command }: SmtpError, phase: Phase): Step | null {
  switch (code) {
    case 'EAUTH':
      return 'login'
    case 'EMESSAGE':
      return 'answer'
    case 'EENVELOPE':
      return command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'data'
    default:
      return phase === 'greeting' ? 'greeting' : null
  }
}
