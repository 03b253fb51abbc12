// What was sent becomes marks, before anything is scheduled: it cannot ring again.

import type { Context } from '../engine/context.ts'
import { readObject, refuse } from '../input.ts'
import { readKey } from '../ledger/ledger.ts'
import { insertMarks, type Mark } from './marks.ts'
import { asOutcome, type Item, inHalves, type Outcome } from './tenant-outcome.ts'
import { readTime } from './values.ts'

const fields = ['entityType', 'entityId', 'reminderType', 'userId', 'occurrence', 'sentAt', 'state']

type Sent = Omit<Mark, 'ref'> & { readonly index: number }

export async function takeSent(context: Context, items: readonly Item[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = items.map(() => 'unchanged')
  const marks = new Map<string, Sent>()
  for (const [index, item] of items.entries()) {
    try {
      const mark = readSent(context, item)
      const key = `${mark.id} ${mark.occurrence}`
      // Named twice, it is known the second time.
      if (!marks.has(key)) marks.set(key, { ...mark, index })
    } catch (error) {
      outcomes[index] = asOutcome(error)
    }
  }
  const all = [...marks.values()]
  const written = await inHalves(all, async (some) => {
    const free = new Set(
      (await insertMarks(context, some)).map(({ reminder, occurrence }) => `${reminder} ${occurrence}`),
    )
    return some.map(({ id, occurrence }) => (free.has(`${id} ${occurrence}`) ? 'created' : 'unchanged'))
  })
  for (const [i, { index }] of all.entries()) outcomes[index] = written[i]!
  return outcomes
}

function readSent(context: Context, { value }: Item): Omit<Mark, 'ref'> {
  const { sentAt, state, ...rest } = readObject(value, fields, '')
  const key = readKey(context, { occurrence: 'once', ...rest })
  return { ...key, occurrence: key.occurrence!, atMs: readTime(sentAt, 'UTC', '/sentAt'), state: readState(state) }
}

function readState(value: unknown): Mark['state'] {
  if (value === undefined) return 'sent'
  if (value === 'sent' || value === 'failed' || value === 'unknown') return value
  throw refuse('invalid_input', 'Not a state.', { field: '/state', accepted: 'sent, failed or unknown' })
}
