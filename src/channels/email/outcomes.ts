// What becomes of a mail, as tables. A cell here is a promise to whoever waits for the mail, and has a test of its own
// (test/channels/email-outcomes.test.ts, email-sendgrid.test.ts).
//
// Nothing is sent before the end of the body: a dot on a line of its own. Up to there a loss means "definitely not sent". From
// the moment that the dot may have left, until the server has answered, nobody can know.

import type { Outcome } from '../channel.ts'

/** How far a mail has come when the connection is lost, or nobody answers. */
export const phases = ['connecting', 'securing', 'greeting', 'login', 'envelope', 'body', 'answer'] as const
export type Phase = (typeof phases)[number]

export const whenLost: Readonly<Record<Phase, 'deferred' | 'unknown'>> = {
  /** The name is looked up, and the connection made. */
  connecting: 'deferred',
  /** TLS from the start. */
  securing: 'deferred',
  /** The server's greeting, EHLO, STARTTLS. */
  greeting: 'deferred',
  login: 'deferred',
  /** MAIL FROM, RCPT TO, DATA. */
  envelope: 'deferred',
  /** The body is being written; its end is still here. */
  body: 'deferred',
  /** The end of the body may have left. */
  answer: 'unknown',
}

/** What the server was asked when it said no. */
export const steps = ['greeting', 'login', 'sender', 'recipient', 'data', 'answer'] as const
export type Step = (typeof steps)[number]

type Verdict = 'deferred' | 'refused' | 'gone'

/** 4yz is "not now" everywhere. 5yz is "never", where it is about the mail and not about the operator's set-up. */
export const whenRefused: Readonly<Record<Step, Readonly<Record<'4yz' | '5yz', Verdict>>>> = {
  greeting: { '4yz': 'deferred', '5yz': 'deferred' },
  login: { '4yz': 'deferred', '5yz': 'deferred' },
  sender: { '4yz': 'deferred', '5yz': 'refused' },
  recipient: { '4yz': 'deferred', '5yz': 'refused' },
  data: { '4yz': 'deferred', '5yz': 'refused' },
  answer: { '4yz': 'deferred', '5yz': 'refused' },
}

/** Before everything else, at any step: log in first, use TLS first, or the password is wrong. */
export const setUpCodes: readonly number[] = [530, 534, 535, 538]

/** RFC 3463, of an answer to RCPT TO. What is not here, and has no such code, is decided by the three digits. */
export const recipientStatuses: Readonly<Record<string, Verdict>> = {
  '5.1.1': 'gone',
  '5.1.2': 'gone',
  '5.1.3': 'gone',
  '5.1.6': 'gone',
  '5.1.10': 'gone',
  '5.2.1': 'gone',
  '5.2.2': 'deferred',
}

/**
 * RFC 5321, without such a code. 552 means what 452 does: the mailbox is full. The others mean that the mailbox is gone only where
 * the words say so: servers say the same to a sender they do not like, and that is no reason to suspend an address.
 */
export const recipientCodes: Readonly<Record<number, Verdict>> = {
  550: 'gone',
  551: 'gone',
  552: 'deferred',
  553: 'gone',
}

const whom = '(?:user|mail ?box|recipient|addressee|address|account|alias)'
const notThere =
  "(?:unknown|not (?:be )?(?:found|known)|no such|no longer|(?:does not|doesn['’]?t|did not|not) exist|disabled|deactivated|inactive|unavailable|invalid)"
const saysGone = new RegExp(
  `\\b${whom}\\b[^.;]{0,60}\\b${notThere}\\b|\\b(?:${notThere}|no) (?:\\w+ ){0,2}${whom}\\b`,
  'i',
)
/** Words such as "user unknown" stand beside these too: in what a server found out about the sender, or for a while. */
const aboutTheSender =
  /\brelay|polic(y|ies)|spam|block|black ?list|reputation|\bspf\b|\bdkim\b|\bdmarc\b|denied|prohibit|\bsend|\bfrom\b|verif|authenti|authori[sz]|\bips?\b|\bhelo\b|\behlo\b|hostname|reverse|\bclient|too many|later|temporar|\byour (account|mailbox|address|domain|server)/i

function isAboutTheMailbox(text: string): boolean {
  // Names in an address say nothing.
  const words = text.replaceAll(/<[^>]*>|\S+@\S+/g, ' ')
  return saysGone.test(words) && !aboutTheSender.test(words)
}

export interface Reply {
  readonly code: number
  readonly text: string
}

export function outcomeOfRefusal(step: Step, { code, text }: Reply): Outcome {
  const kind = verdictOf(step, code, text)
  return kind === 'gone' ? { kind, fault: 'bounced', reply: text } : { kind, reply: text }
}

function verdictOf(step: Step, code: number, text: string): Verdict {
  if (code < 500 || setUpCodes.includes(code)) return 'deferred'
  const otherwise = whenRefused[step]['5yz']
  const status = statusOf(text)
  // Full is full, whenever it is noticed.
  if (step === 'answer' && status === '5.2.2') return 'deferred'
  if (step !== 'recipient') return otherwise
  if (status !== undefined) return recipientStatuses[status] ?? otherwise
  const byCode = recipientCodes[code] ?? otherwise
  return byCode === 'gone' && !isAboutTheMailbox(text) ? otherwise : byCode
}

/** After the three digits, or at the end: "sorry, no mailbox here by that name (#5.1.1)". */
function statusOf(text: string): string | undefined {
  const [, first] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(text) ?? []
  const [, last] = /\(#?([245]\.\d{1,3}\.\d{1,3})\)\s*$/.exec(text) ?? []
  return first ?? last
}

export function outcomeOfLoss(phase: Phase, why: string): Outcome {
  return { kind: whenLost[phase], reply: `${wordsOf[phase]}: ${why}` }
}

const wordsOf: Readonly<Record<Phase, string>> = {
  connecting: 'no connection to the mail server',
  securing: 'no TLS with the mail server',
  greeting: 'lost while the mail server was greeted',
  login: 'lost while logging in',
  envelope: 'lost before the body',
  body: 'lost before the end of the body',
  answer: 'lost while waiting for the answer to the mail',
}

/** What SendGrid documents for POST /v3/mail/send. */
export const sendgridStatuses: Readonly<Record<number, 'delivered' | 'deferred' | 'busy' | 'refused' | 'unknown'>> = {
  /** Its sandbox: valid, and not sent. */
  200: 'refused',
  202: 'delivered',
  400: 'refused',
  /** The key, the credits or the verified sender: the operator's to set right, and not the mail's fault. */
  401: 'deferred',
  403: 'deferred',
  404: 'refused',
  405: 'refused',
  406: 'refused',
  413: 'refused',
  415: 'refused',
  429: 'busy',
  /** "An error occurred when SendGrid attempted to process it": it may be queued or not. */
  500: 'unknown',
  503: 'unknown',
}

/** What it does not document: a gateway in between, or something new. Only a 4xx says that nothing was taken. */
export function sendgridKind(status: number): (typeof sendgridStatuses)[number] {
  const known = sendgridStatuses[status]
  if (known) return known
  if (status === 408) return 'deferred'
  return status >= 300 && status < 500 ? 'refused' : 'unknown'
}
