// Deliveries that need a person, of one state: what it means, what to do, each of them, and all at once.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Delivery } from '../../api.ts'
import { useWords } from '../../language.ts'
import type { Paged } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EntityName, hrefs, RecipientName } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { canRetry, DeliveryActs } from '../../stories/delivery-acts.tsx'
import { tellDelivery } from '../../stories/tell.ts'
import { words } from '../../words/attention.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { allOf } from './all-of.ts'

export type Trouble = 'unknown' | 'failed' | 'quarantined'

interface GroupProps {
  readonly state: Trouble
  readonly list: Paged<Delivery>
  readonly onOpen: (id: string) => void
}

export function Group({ state, list, onOpen }: GroupProps) {
  const w = useWords(words)
  if (list.items.length === 0) return null
  return (
    <Panel title={w.titles[state]} actions={<All state={state} list={list} />}>
      <p class="faint">{w.means[state]}</p>
      <ul class="told-list">
        {list.items.map((delivery) => (
          <One
            key={delivery.id}
            delivery={delivery}
            onOpen={onOpen}
            onDecided={() => list.change((items) => items.filter(({ id }) => id !== delivery.id))}
          />
        ))}
      </ul>
      {!list.isComplete && <Button onPress={list.more}>{w.more}</Button>}
    </Panel>
  )
}

interface OneProps {
  readonly delivery: Delivery
  readonly onOpen: (id: string) => void
  readonly onDecided: () => void
}

function One({ delivery, onOpen, onDecided }: OneProps) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const { id, entity, title, recipient, at, state } = delivery
  const who = useName(recipient)
  return (
    <li class="told">
      <div class="what">
        <strong>
          <EntityName entity={entity} title={title} />
        </strong>{' '}
        · <RecipientName id={recipient} />
        <div>{tellDelivery(delivery, who, undefined, t)}</div>
        {state === 'quarantined' && !canRetry(delivery) && <div class="faint">{w.nothingToSend}</div>}
        <div class="faint">
          <When time={at} hasDistance />
        </div>
      </div>
      <div class="actions">
        <DeliveryActs delivery={delivery} who={who} expect={onDecided} />
        <Button kind="quiet" onPress={() => onOpen(id)}>
          {w.details}
        </Button>
        <a class="button quiet" href={hrefs.reminder(delivery.reminderId)}>
          {w.story}
        </a>
      </div>
    </li>
  )
}

/** What is shown is what is meant: those further down the list are not touched. */
function All({ state, list }: Pick<GroupProps, 'state' | 'list'>) {
  const w = useWords(words)
  const [isAsking, setAsking] = useState(false)
  const meant = list.items.filter((one) => (state === 'unknown' ? one.state === 'unknown' : canRetry(one)))
  if (meant.length < 2) return null
  const settle = () =>
    act({
      run: () => allOf(meant, ({ id }) => api.deliveries.settle({ id, decision: 'sent' })),
      said: ({ done, left }) => (left === 0 ? w.allArrivedSaid(done) : w.notAll(done, left)),
    })
  const retry = () =>
    act({
      run: () => allOf(meant, ({ id }) => api.deliveries.retry({ id })),
      said: ({ done, left }) => (left === 0 ? w.retryAllSaid(done) : w.notAll(done, left)),
    })
  if (state !== 'unknown') return <Button onPress={retry}>{w.retryAll(meant.length)}</Button>
  return (
    <>
      <Button onPress={() => setAsking(true)}>{w.allArrived(meant.length)}</Button>
      {isAsking && (
        <Dialog
          title={w.allArrivedSure(meant.length)}
          doneWord={w.allArrived(meant.length)}
          onClose={() => setAsking(false)}
          onDone={settle}
        >
          <p>{w.allArrivedAbout}</p>
        </Dialog>
      )}
    </>
  )
}
