// Sending by SMTP. Connections are kept for a few seconds and used again: a log-in costs more than a mail. Before a second mail
// the server is asked whether it is still there (RSET), so that a connection that it has closed meanwhile costs nothing.

import type { Outcome } from '../channel.ts'
import { describe } from '../outgoing/connect.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './mime.ts'
import { outcomeOfLoss, outcomeOfRefusal } from './outcomes.ts'
import { type Ending, type SmtpServer, SmtpSession } from './smtp-session.ts'

export interface Sending {
  send(mail: Mail, signal: AbortSignal): Promise<Outcome>
  close(): Promise<void>
}

export interface SmtpOptions {
  readonly server: SmtpServer
  /** Kept open at the most. */
  readonly connections: number
  /** The engine's; we end before, because only we know how far it was. */
  readonly timeoutMs: number
}

/** Servers close what is idle for longer, and some count what is open. */
const idleMs = 5_000
const mailsMax = 100

export function smtp({ server, connections, timeoutMs }: SmtpOptions): Sending {
  const pool = new SmtpPool(connections)
  return {
    async send(mail, signal) {
      // Nothing is connected yet: whatever fails here, such as loading the code, was not sent.
      const written = await writeMail(mail).catch((error: unknown) => describe(error))
      if (typeof written === 'string') return { kind: 'deferred', reply: `the mail could not be written: ${written}` }
      const patience = new Patience(timeoutMs, signal)
      try {
        const session = await pool.take(server, patience)
        if ('kind' in session) return outcomeOf(session, server)
        const ending = await session.send(written)
        pool.give(session)
        return outcomeOf(ending, server)
      } finally {
        patience.end()
      }
    },
    close: () => pool.close(),
  }
}

class SmtpPool {
  readonly #connections: number
  readonly #idle = new Map<SmtpSession, NodeJS.Timeout>()
  #isClosed = false

  constructor(connections: number) {
    this.#connections = connections
  }

  /** One that works, or how the attempt to open one ended. */
  async take(server: SmtpServer, patience: Patience): Promise<SmtpSession | Ending> {
    for (const [kept, timer] of this.#idle) {
      this.#idle.delete(kept)
      clearTimeout(timer)
      patience.watch(kept)
      if (kept.isUsable && (await kept.reset())) return kept
    }
    const session = new SmtpSession(server)
    patience.watch(session)
    return (await session.open()) ?? session
  }

  give(session: SmtpSession): void {
    if (!session.isUsable) return
    if (this.#isClosed || this.#idle.size >= this.#connections || session.mails >= mailsMax) return void session.quit()
    const timer = setTimeout(() => {
      this.#idle.delete(session)
      void session.quit()
    }, idleMs)
    timer.unref()
    this.#idle.set(session, timer)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const sessions = [...this.#idle.keys()]
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all(sessions.map((session) => session.quit()))
  }
}

/**
 * How long a send may take. Half of the time is for everything up to the body: what has not come so far by then is given up,
 * and known not to be sent. The rest is for the answer, without which nobody can know.
 */
class Patience {
  readonly #signal: AbortSignal
  readonly #timers: NodeJS.Timeout[]
  #session: SmtpSession | null = null
  #isOver = false
  readonly #onAbort = () => this.#giveUp('the engine gave up')

  constructor(timeoutMs: number, signal: AbortSignal) {
    this.#signal = signal
    this.#timers = [
      setTimeout(() => this.#session?.phase !== 'answer' && this.#giveUp('no answer in time'), timeoutMs * 0.5),
      setTimeout(() => this.#giveUp('no answer in time'), timeoutMs * 0.95),
    ]
    if (signal.aborted) this.#isOver = true
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  watch(session: SmtpSession): void {
    this.#session = session
    if (this.#isOver) session.giveUp('there was no time left')
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }

  #giveUp(why: string): void {
    this.#isOver = true
    this.#session?.giveUp(why)
  }
}

function outcomeOf(ending: Ending, server: SmtpServer): Outcome {
  const outcome = plainOutcome(ending)
  return { ...outcome, reply: withoutSecrets(outcome.reply ?? '', server) }
}

function plainOutcome(ending: Ending): Outcome {
  switch (ending.kind) {
    case 'accepted':
      return { kind: 'delivered', reply: ending.reply }
    case 'answered':
      return outcomeOfRefusal(ending.step, ending.reply)
    case 'too_large':
      return { kind: 'refused', reply: ending.why }
    case 'lost':
      return outcomeOfLoss(ending.phase, ending.why)
  }
}

/** A server may repeat what it was told, also in the form in which it was told. */
function withoutSecrets(reply: string, { user, password }: SmtpServer): string {
  if (password === null || password === '') return reply
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const secrets = [encode(`\0${user}\0${password}`), encode(password), password]
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reply)
}
