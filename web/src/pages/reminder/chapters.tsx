// The story of a reminder, the oldest first: planned, what was done to it and to what it is about, and every ring with its tries.

import type { Story } from '../../api.ts'
import { Attempts } from '../../stories/attempts.tsx'
import { type EntityChange, linesOfChange, tellAction, tellThing } from '../../stories/changes.ts'
import { type Chapter, inOrder, toneOfState } from '../../stories/chapter.tsx'
import { DeliveryActs } from '../../stories/delivery-acts.tsx'
import { type Teller, withoutTakenBack } from '../../stories/headline.ts'
import { tellDelivery, tellMs, tellTime, tellWhich } from '../../stories/tell.ts'

export function chaptersOf(story: Story, thing: readonly EntityChange[], zone: string, teller: Teller): Chapter[] {
  return inOrder([
    ...tellThing(thing, teller.w).map(({ key, instant, actor, title }) => ({
      ...{ key, instant, zone, title, actor, tone: '', lines: [] },
    })),
    ...planned(story, zone, teller),
    // They come with the newest first.
    ...changes(story, zone, teller).reverse(),
    ...rings(story, zone, teller).reverse(),
  ])
}

function planned({ reminder }: Story, zone: string, { who, w, t }: Teller): Chapter[] {
  if (!reminder.createdAt) return []
  const lines = [w.createdFor(who, tellWhich(reminder, t))]
  return [{ key: 'planned', instant: reminder.createdAt.instant, zone, tone: '', title: w.created, lines, actor: null }]
}

function changes({ changes: found }: Story, zone: string, { w }: Teller): Chapter[] {
  // What an operator decided is told with the ring that it was about, too; here it says who it was.
  return found.map(({ at, actor, action, data }, i) => ({
    key: `change ${i}`,
    instant: at.instant,
    ...{ zone, actor, title: tellAction(action, data), lines: linesOfChange(action, data, zone, w) },
    tone: action === 'acknowledged' || action === 'seen' ? 'good' : '',
  }))
}

function rings(story: Story, zone: string, teller: Teller): Chapter[] {
  const { who, recipient, w, t } = teller
  return withoutTakenBack(story).map((delivery) => {
    const tried = story.attempts.filter(({ deliveryId }) => deliveryId === delivery.id)
    const lateMs = Date.parse(delivery.at.instant) - Date.parse(delivery.dueAt.instant)
    const isSent = delivery.state === 'sent'
    return {
      key: delivery.id,
      instant: (delivery.sentAt ?? delivery.at).instant,
      ...{ zone, actor: null, tone: toneOfState(delivery.state) },
      title: tellDelivery(delivery, who, recipient, t),
      lines: isSent
        ? [w.late(tellMs(Math.max(0, lateMs)))]
        : [w.wasDue(tellTime(delivery.dueAt.instant, zone, teller.zone))],
      href: `?delivery=${encodeURIComponent(delivery.id)}`,
      more: (
        <>
          {tried.length > 0 && <Attempts attempts={tried} zone={zone} />}
          <div class="actions">
            <DeliveryActs delivery={delivery} who={who} />
          </div>
        </>
      ),
    }
  })
}
