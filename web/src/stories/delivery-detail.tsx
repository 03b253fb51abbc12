// One delivery as a whole: what became of it and why, when, each try, and what can be done.

import { api, type Delivery } from '../api.ts'
import { useWords } from '../language.ts'
import { Dialog } from '../parts/dialog.tsx'
import { EntityName, hrefs, RecipientName, StateBadge } from '../parts/names.tsx'
import { Failed, Loading } from '../parts/said.tsx'
import { When } from '../parts/when.tsx'
import { useQuery } from '../query.ts'
import { words } from '../words/deliveries.ts'
import { words as tellingWords } from '../words/telling.ts'
import { Attempts } from './attempts.tsx'
import { DeliveryActs } from './delivery-acts.tsx'
import { useRecipient } from './recipients.ts'
import { tellChannel, tellDelivery, tellWhich } from './tell.ts'

interface DeliveryDialogProps {
  readonly id: string
  readonly onClose: () => void
}

export function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const w = useWords(words)
  const options = {
    live: ['delivery'],
    concerns: (event: { deliveryId: string | null }) => event.deliveryId === null || event.deliveryId === id,
  }
  const delivery = useQuery(`delivery ${id}`, () => api.deliveries.get({ id }), options)
  const attempts = useQuery(`attempts ${id}`, () => api.deliveries.attempts({ id }), options)
  return (
    <Dialog title={delivery.value?.title || w.detail} isWide onClose={onClose}>
      {delivery.value ? (
        <>
          <Told
            delivery={delivery.value}
            expect={(state) => delivery.change((one) => ({ ...one, state, reason: null, why: null }))}
          />
          <h3>{w.attempts}</h3>
          {attempts.value?.items.length ? (
            <Attempts attempts={attempts.value.items} zone={delivery.value.at.timezone} />
          ) : (
            <p class="faint">{attempts.value ? w.noAttempts : '…'}</p>
          )}
          <p>
            <a href={hrefs.reminder(delivery.value.reminderId)}>{w.story}</a>
          </p>
        </>
      ) : delivery.error ? (
        <Failed error={delivery.error} again={delivery.refresh} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

interface ToldProps {
  readonly delivery: Delivery
  readonly expect: (state: Delivery['state']) => void
}

function Told({ delivery, expect }: ToldProps) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const { who, recipient } = useRecipient(delivery.recipient)
  const { entity, kind, channel, state, dueAt, at, sentAt, pendingAt, title, body, bundle } = delivery
  return (
    <>
      <p class={`headline ${state}`}>{tellDelivery(delivery, who, recipient, t)}</p>
      <div class="actions">
        <DeliveryActs delivery={delivery} who={who} expect={expect} />
      </div>
      <dl class="facts">
        <Fact name={w.what}>
          <EntityName entity={entity} title={title} />
        </Fact>
        <Fact name={w.who}>
          <RecipientName id={delivery.recipient} />
        </Fact>
        <Fact name={w.kind}>{tellWhich({ entity, kind }, t)}</Fact>
        <Fact name={w.channel}>
          {tellChannel(channel, t)} <StateBadge state={state} />
        </Fact>
        <Fact name={w.due}>
          <When time={dueAt} />
        </Fact>
        <Fact name={sentAt ? w.sent : w.began}>
          <When time={sentAt ?? at} />
        </Fact>
        {pendingAt && (
          <Fact name={w.next}>
            <When time={pendingAt} hasDistance />
          </Fact>
        )}
        {body && <Fact name={w.text}>{body}</Fact>}
      </dl>
      {bundle && bundle.count > 1 && <p>{w.bundle(bundle.count - 1)}</p>}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
