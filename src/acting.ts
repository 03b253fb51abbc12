// Acting for somebody: a server's requests, each for one tenant and in somebody's name, and its operators.

import { readActionToken } from './access/action-token.ts'
import { doOnce, forgetAnswers, type Once, type RepeatableRequest } from './access/answers.ts'
import { findKey, firstOperatorKey } from './access/keys.ts'
import { signingSecret } from './access/secret.ts'
import { readToken } from './access/tokens.ts'
import type { Config } from './config.ts'
import type { Context } from './engine/context.ts'
import { inboxMarks } from './inbox/read.ts'
import { readFeedToken } from './meetings/calendar-file/feed-token.ts'
import { operatorVerbs, type SweepsOf, type Verbs, verbs } from './verbs.ts'

export interface Acting {
  readonly tenant?: string
  /** For the audit trail. */
  readonly actor?: string
}

/** So many callers are remembered; making their verbs again takes some microseconds. */
const actorsMax = 1_000

export function actingFor(config: Config, contextFor: (whom: Required<Acting>) => Context, sweepsOf: SweepsOf) {
  const known = new Map<string, ActingVerbs>()
  return ({ tenant = config.tenant, actor = config.actor }: Acting): ActingVerbs =>
    remembered(known, `${tenant} ${actor}`, () => {
      const context = contextFor({ tenant, actor })
      return {
        ...verbs(config, context, sweepsOf),
        once: onceIn(context, (inside) => verbs(config, inside, sweepsOf, true)),
      }
    })
}

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name)
  if (found) return found
  if (known.size >= actorsMax) known.clear()
  const made = make()
  known.set(name, made)
  return made
}

export type ActingVerbs = Verbs & { readonly once: OnceVerb<Verbs> }

/** Does a request once, however often it is repeated; see access/answers.ts. */
export type OnceVerb<V> = (request: RepeatableRequest, steps: OnceSteps<V>) => Promise<Once>

export interface OnceSteps<V> {
  /** The effect, inside the transaction that keeps its answer. */
  readonly work: (verbs: V) => Promise<string>
  readonly refusal: (error: unknown) => string | null
  /** The effect is not inside: the transaction only waits for it, however long. */
  readonly isBeside?: boolean
}

function onceIn<V>(context: Context, verbsOf: (inside: Context) => V): OnceVerb<V> {
  return (request, { work, ...steps }) =>
    doOnce(context, request, { ...steps, work: (tx) => work(verbsOf({ ...context, db: tx })) })
}

export function operatorActing(config: Config, context: Context) {
  const known = new Map<string, ReturnType<typeof operatorIn>>()
  return (actor: string) => remembered(known, actor, () => operatorIn(config, { ...context, actor }))
}

function operatorIn(config: Config, context: Context) {
  const once = onceIn({ ...context, tenant: '' }, (inside) => operatorVerbs({ ...inside, tenant: config.tenant }))
  return { ...operatorVerbs(context), once }
}

/** Who may come in: for whoever puts Belfry behind a door of their own. */
export function accessVerbs(context: Context) {
  return {
    findKey: findKey.bind(null, context),
    firstOperatorKey: firstOperatorKey.bind(null, context),
    signingSecret: signingSecret.bind(null, context),
    readToken,
    /** Of a link in a message. */
    readActionToken: async (text: string) => readActionToken(text, await context.sending.signing()),
    /** Of the address of a calendar feed. */
    readFeedToken: async (text: string) => readFeedToken(text, await context.sending.signing()),
    /** Of many people's inboxes, of any tenants: for who tells them that something has changed. */
    inboxMarks: inboxMarks.bind(null, context.db),
    forgetAnswers: forgetAnswers.bind(null, context),
  }
}
