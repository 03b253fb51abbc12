// Somebody who had blocked the bot is back. Their address works again, and one message sums up what they have missed meanwhile. It is a
// reminder like any other: in the ledger, sent once, and however often they press Start, it is the same one.

import { cutWithMark } from '../../cut-text.ts'
import { audit, type Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import { readSchedule } from '../../engine/reminder.ts'
import { scheduleAll } from '../../engine/schedule.ts'
import { BelfryError } from '../../errors.ts'
import { readId, readObject } from '../../input.ts'
import { localTimeOf } from '../../time/show.ts'
import { readAddress } from './address.ts'
import { wordsOf } from './words.ts'

/** A recipient, or everybody (of this tenant) whose chat it is. */
export type ResumeInput = { readonly recipient: string } | { readonly chat: string }

export interface Resumed {
  readonly recipient: string
  /** False: the address was not suspended. */
  readonly resumed: boolean
  /** How much was missed meanwhile; of very much, how much was looked at. */
  readonly missed: number
  /** The reminder that sums it up; null where nothing was missed. */
  readonly summary: string | null
}

interface MissedRow {
  readonly count: number
  readonly timezone: string
  readonly locale: string
  readonly latest: readonly { readonly ms: number; readonly title: string }[]
}

/** So many are named, and so many rows of a person are looked at. */
const namedMax = 5
const lookedAtMax = 5_000
const titleUnitsMax = 80

export async function resumeChat(context: Context, input: ResumeInput): Promise<Resumed[]> {
  const { recipient, chat } = readObject(input, ['recipient', 'chat'], '')
  if (recipient !== undefined || chat === undefined) return [await resumeOne(context, readId(recipient, '/recipient'))]
  const address = readAddress(readId(chat, '/chat'), '/chat')
  const people = await context.db.run<{ recipient: string }>('people-of-chat', [context.tenant, address])
  const all: Resumed[] = []
  for (const one of people) all.push(await resumeOne(context, one.recipient))
  return all
}

async function resumeOne(context: Context, recipient: string): Promise<Resumed> {
  return await context.db.transaction(async (tx) => {
    // Recipients before anything of theirs: the order in which a put locks them.
    const known = await tx.run('lock-recipient', [context.tenant, recipient])
    if (known.length === 0)
      throw new BelfryError('unknown_recipient', 'There is no such recipient.', { field: '/recipient' })
    const [before] = await tx.run<{ suspended_ms: number }>('resume-chat', [context.tenant, recipient])
    if (!before) return { recipient, resumed: false, missed: 0, summary: null }
    await audit(context, tx, 'address_verified', [{ recipient, data: { channel: 'telegram' } }])
    const since = new Date(before.suspended_ms)
    const values = [context.tenant, recipient, since, namedMax, lookedAtMax]
    const [missed] = await tx.run<MissedRow>('missed-on-chat', values)
    if (!missed || missed.count === 0) return { recipient, resumed: true, missed: 0, summary: null }
    const summary = await sumUp(context, tx, recipient, since, missed)
    return { recipient, resumed: true, missed: missed.count, summary }
  })
}

/** Named after the suspension that it is about, so there is one of each. */
async function sumUp(
  context: Context,
  tx: Database,
  recipient: string,
  since: Date,
  missed: MissedRow,
): Promise<string> {
  const words = wordsOf(missed.locale)
  const lines = missed.latest.map(({ ms, title }) => {
    const local = localTimeOf(new Date(ms), missed.timezone, context.rules)
    return `• ${words.moment(local)}  ${cutWithMark(title, titleUnitsMax)}`
  })
  const wanted = readSchedule(
    {
      entity: { type: 'summary', id: `telegram:${since.toISOString()}` },
      ...{ kind: 'resumed', recipient, in: 'PT0S', channels: ['telegram'] },
      title: words.missed(missed.count, missed.count >= lookedAtMax),
      body: [words.latest(missed.count), ...lines].join('\n'),
    },
    context.channels,
  )
  const [scheduled] = await scheduleAll(context, tx, [wanted])
  return scheduled!.id
}
