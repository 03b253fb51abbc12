// What a person decides about a delivery. What sends again cannot be taken back: where it may be the second time, it is asked first.

import { useState } from 'preact/hooks'
import { act } from '../act.ts'
import { api, type Delivery } from '../api.ts'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { words } from '../words/deliveries.ts'

/** One that was set aside before it was fired has nothing to send; what was sent by hand nobody else can send. */
export function canRetry({ state, attempt, channel }: Delivery): boolean {
  return (state === 'failed' || state === 'quarantined') && attempt > 0 && channel !== 'hand'
}

interface DeliveryActsProps {
  readonly delivery: Delivery
  readonly who: string
  /** Shows at once what will have become of it. */
  readonly expect?: (state: Delivery['state']) => void
}

export function DeliveryActs({ delivery, who, expect }: DeliveryActsProps) {
  const w = useWords(words)
  const [isAsking, setAsking] = useState(false)
  const { id, state, channel } = delivery
  const retry = () =>
    act({ run: () => api.deliveries.retry({ id }), expect: () => expect?.('pending'), said: w.retried })
  const arrived = () =>
    act({
      run: () => api.deliveries.settle({ id, decision: 'sent' }),
      expect: () => expect?.('sent'),
      said: w.arrivedSaid,
    })
  const sendAgain = () =>
    act({
      run: () => api.deliveries.settle({ id, decision: 'send_again' }),
      expect: () => expect?.('pending'),
      said: w.sendAgainSaid,
    })
  if (canRetry(delivery))
    return (
      <Button kind="main" onPress={retry}>
        {w.retry}
      </Button>
    )
  if (state !== 'unknown') return null
  return (
    <>
      <Button kind="main" icon="check" onPress={arrived}>
        {w.arrived}
      </Button>
      {channel !== 'hand' && <Button onPress={() => setAsking(true)}>{w.sendAgain}</Button>}
      {isAsking && (
        <Dialog
          title={w.sendAgainSure}
          kind="danger"
          doneWord={w.sendAgain}
          onClose={() => setAsking(false)}
          onDone={sendAgain}
        >
          <p>{w.sendAgainAbout(who)}</p>
        </Dialog>
      )}
    </>
  )
}
