// What Belfry needs of a transaction that it is a guest in, looked at once, before its first statement there.
//
// It has to be read committed. Cancel locks the reminders and reads what they have fired by a later statement, which must see
// what was committed meanwhile. Repeatable read and serializable answer from the snapshot of the transaction's first
// statement: a reminder that was scheduled since is overlooked, and rings after "cancelled", or after "erased".
//
// And it has to be one. A pool, or an ORM's client outside of its transaction, fits the type as well; its locks would be gone
// after each statement.

import { BelfryError } from '../errors.ts'
import type { Queryable } from './database.ts'
import { statementText } from './statements.ts'

export function checkedTransaction(client: Queryable): Queryable {
  let checked: Promise<unknown> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    // One statement at a time: some verbs ask several things at once, and not every client keeps a queue (pg 9 will not).
    query(text, values) {
      checked ??= check(client)
      const next = Promise.all([checked, last]).then(() => client.query(text, values))
      last = next.catch(() => {})
      return next
    },
  }
}

async function check(client: Queryable): Promise<void> {
  const { rows } = await client.query(statementText('transaction'))
  const [{ isolation, opened }] = rows as [{ isolation: string; opened: boolean }]
  if (!opened)
    throw new BelfryError('invalid_input', 'There is no transaction: each statement would commit by itself.', {
      accepted: 'a client after begin, or what an ORM hands to the function of its transaction',
    })
  if (isolation === 'repeatable read' || isolation === 'serializable')
    throw new BelfryError('invalid_input', `The transaction is ${isolation}: it would not see what just rang.`, {
      accepted: 'a transaction of isolation level read committed, which is the default of PostgreSQL',
    })
}
