// Somebody's meetings as a calendar to subscribe to. Its address is the key: who has it reads, and who should not have it any more is
// shut out by giving the feed another generation.

import * as crypto from 'node:crypto'
import { calendarText, escapeText } from '../../calendar-text.ts'
import { audit, type Context } from '../../engine/context.ts'
import { BelfryError } from '../../errors.ts'
import { readId, readObject } from '../../input.ts'
import { limits } from '../../limits.ts'
import { eventLines } from './event.ts'
import { feedToken, readFeedToken } from './feed-token.ts'
import { type Filed, readFiled } from './filed.ts'
import { groundOf, zonesOf } from './meeting-file.ts'
import { fileWords } from './words.ts'

export interface FeedInput {
  readonly recipient: string
}

export interface CalendarFeed {
  /** What a calendar subscribes to; null where nobody has said how the server is reached (`publicUrl`). */
  readonly url: string | null
  /** The same below the server's address. */
  readonly path: string
}

// Not from one on: somebody who was erased and comes back under the same id would have their old addresses again.
const firstGenerationMax = 2 ** 30

/** The feed of a recipient who exists, with the address it has. */
export async function getFeed(context: Context, input: FeedInput): Promise<CalendarFeed> {
  return await feedOf(context, input, { isRotated: false })
}

/** Another address: whoever has an earlier one finds nothing there any more. */
export async function rotateFeed(context: Context, input: FeedInput): Promise<CalendarFeed> {
  return await feedOf(context, input, { isRotated: true })
}

async function feedOf(
  context: Context,
  input: FeedInput,
  { isRotated }: { isRotated: boolean },
): Promise<CalendarFeed> {
  const recipient = readId(readObject(input, ['recipient'], '').recipient, '/recipient')
  const { tenant, sending } = context
  const first = crypto.randomInt(1, firstGenerationMax)
  const generation = await context.db.transaction(async (tx) => {
    const values = [tenant, recipient, first, isRotated ? 1 : 0]
    const [row] = await tx.run<{ generation: number }>('put-calendar-feed', values)
    if (row && isRotated) await audit(context, tx, 'feed_rotated', [{ recipient }])
    return row?.generation
  })
  if (generation === undefined)
    throw new BelfryError('unknown_recipient', 'There is no such recipient.', {
      field: '/recipient',
      accepted: 'the id of a recipient that was put before',
    })
  const path = `/calendar/${feedToken({ tenant, recipient, generation }, await sending.signing())}.ics`
  return { path, url: sending.publicUrl === null ? null : `${sending.publicUrl}${path}` }
}

/** The calendar behind an address; null: forged, of another tenant, of an earlier generation, or of somebody who is gone. */
export async function readFeed(context: Context, token: string): Promise<string | null> {
  const { db, tenant } = context
  const key = readFeedToken(token, await context.sending.signing())
  if (key?.tenant !== tenant) return null
  const [feed] = await db.run<{ generation: number; locale: string }>('calendar-feed', [tenant, key.recipient])
  if (feed?.generation !== key.generation) return null
  const rows = await db.run<{ meeting: string }>('feed-meetings', [tenant, key.recipient, limits.feedMeetingsMax])
  const names = rows.map(({ meeting }) => ({ tenant, id: meeting }))
  const filed = await readFiled(db, names, { isLatest: false })
  return feedText(
    context,
    filed.filter((one) => one !== null),
    feed.locale,
  )
}

/** So often a calendar should look again; most decide for themselves. */
const refresh = 'PT1H'

/** One in a zone that this machine does not know yet spoils no other. */
function isKnownZone({ meeting }: Filed, rules: Context['rules']): boolean {
  try {
    zonesOf([meeting], rules)
    return true
  } catch {
    return false
  }
}

function feedText({ tenant, rules }: Context, all: readonly Filed[], locale: string): string {
  const filed = all.filter((one) => isKnownZone(one, rules))
  const name = escapeText(fileWords(locale).meetings)
  return calendarText('PUBLISH', [
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...zonesOf(
      filed.map(({ meeting }) => meeting),
      rules,
    ),
    ...filed.flatMap(({ meeting, people, steps }) =>
      eventLines(meeting, groundOf(meeting, people, { tenant, locale, rules, steps }), { isPublished: true }),
    ),
  ])
}
