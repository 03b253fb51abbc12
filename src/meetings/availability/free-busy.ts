// When somebody is busy, and when they are there and free. Times only: what they are busy with is not said.

import type { Context } from '../../engine/context.ts'
import { readId, readObject } from '../../input.ts'
import { merged, type Range, without } from '../../time/ranges.ts'
import { spansWithin } from '../../time/spans.ts'
import type { FreeBusy, FreeBusyQuery } from './block.ts'
import { readDeclared } from './declared.ts'
import { availableRanges, offRanges } from './expand.ts'
import { readZones } from './people.ts'
import { readTaken } from './taken.ts'
import { readWindow } from './window.ts'

export async function freeBusy(context: Context, query: FreeBusyQuery): Promise<FreeBusy> {
  const value = readObject(query, ['recipient', 'from', 'to'], '')
  const recipient = readId(value.recipient, '/recipient')
  const [timezone = 'UTC'] = await readZones(context, [recipient], () => '/recipient')
  const window = readWindow(context, { from: value.from, to: value.to, defaultTimezone: timezone })
  const declared = await readDeclared(context, context.db, [recipient], window)
  const taken = await readTaken(context, context.db, { recipients: [recipient], window })
  const { isDeclared, blocks } = declared.get(recipient)!
  const spansOf = spansWithin(window, context.rules)
  const ofKind = (kind: 'meeting' | 'busy') =>
    within(
      window,
      taken.filter((one) => one.kind === kind),
    )
  const kinds = { meeting: ofKind('meeting'), busy: ofKind('busy'), off: offRanges(blocks, window, spansOf) }
  const there = availableRanges({ isDeclared, blocks }, window, spansOf)
  return {
    recipient,
    timezone,
    from: new Date(window.fromMs),
    to: new Date(window.toMs),
    busy: (['meeting', 'busy', 'off'] as const)
      .flatMap((kind) => kinds[kind].map((range) => ({ ...dates(range), kind })))
      .sort((a, b) => a.start.getTime() - b.start.getTime()),
    free: without(there, merged([...kinds.meeting, ...kinds.busy])).map(dates),
  }
}

/** What of these is in the window, those that touch as one. */
function within(window: Range, taken: readonly Range[]): Range[] {
  const cut = taken.map(({ fromMs, toMs }) => ({
    fromMs: Math.max(fromMs, window.fromMs),
    toMs: Math.min(toMs, window.toMs),
  }))
  return merged(cut)
}

function dates({ fromMs, toMs }: Range): { readonly start: Date; readonly end: Date } {
  return { start: new Date(fromMs), end: new Date(toMs) }
}
