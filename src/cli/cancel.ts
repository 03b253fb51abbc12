// `belfry cancel`: with a truthful answer. What was sent, or is being sent just now, cannot be called back.

import { BelfryError } from '../errors.ts'
import type { Belfry, CancelResult } from '../index.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { reminderNamed } from './program/reminder-ids.ts'

export const cancel: Command = {
  usage: ['cancel <id>', 'cancel --entity <type>/<id>'],
  details: 'Ends with 4 where the send had begun before: the answer says what was sent.',
  options: { entity: { value: '<type>/<id>', about: 'Everything about this entity, for everybody' } },
  words: [0, 1],
  examples: [
    ['cancel 5d41402a', 'one reminder'],
    ['cancel --entity meeting/42', 'the meeting, and every reminder of it'],
  ],
  async run(call) {
    const entity = call.text('entity')
    if ((entity === undefined) === (call.words.length === 0))
      throw usageError('Cancel what?', 'the id of a reminder, or --entity <type>/<id>')
    return await call.with((belfry) =>
      entity === undefined ? cancelReminder(call, belfry) : cancelEntity(call, belfry, entity),
    )
  },
}

async function cancelReminder(call: Call, belfry: Belfry): Promise<number> {
  const id = await reminderNamed(belfry, call.word(0, 'reminder'))
  const result = await belfry.reminders.cancel(id)
  await call.answer(result, () => wordsOf(result))
  return result.cancelled ? exit.ok : exit.refused
}

function wordsOf({ cancelled, inFlight, alreadySent }: CancelResult): string {
  if (cancelled && alreadySent.length > 0) return 'Cancelled: nothing more will be sent. The latest one had been sent.'
  if (cancelled) return 'Cancelled: nothing of it will be sent.'
  if (inFlight.length > 0)
    return 'Too late: it is being sent just now, or nobody knows whether it was. It is not tried again.'
  return 'Too late: it had been sent already.'
}

async function cancelEntity(call: Call, belfry: Belfry, text: string): Promise<number> {
  const [, type = '', id = ''] = /^([^/]+)\/(.+)$/s.exec(text) ?? []
  if (type === '')
    throw new BelfryError('invalid_input', `${JSON.stringify(text.slice(0, 60))} names no entity.`, {
      field: '/entity',
      accepted: '<type>/<id>, such as meeting/42',
    })
  const result = await belfry.entities.cancel({ type, id })
  const { cancelled, inFlight, alreadySent } = result
  await call.answer(result, () =>
    [
      `Cancelled: ${cancelled}.`,
      ...(inFlight.length > 0 ? [`Being sent just now, or unknown: ${inFlight.length}.`] : []),
      ...(alreadySent.length > 0 ? [`Sent before: ${alreadySent.length}.`] : []),
    ].join(' '),
  )
  return inFlight.length > 0 || (cancelled === 0 && alreadySent.length > 0) ? exit.refused : exit.ok
}
