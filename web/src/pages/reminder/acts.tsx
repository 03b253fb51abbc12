// What can be done with a reminder, by what it is: one that is to come can be moved and cancelled, one that repeats can be skipped and
// paused, one that rang can be marked as done, one that was cancelled can be brought back.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Reminder, type Story } from '../../api.ts'
import { showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { BringBack } from '../../parts/bring-back.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { MoveDialog } from '../../parts/move-dialog.tsx'
import { bringBack, canComeBack, moving, takeBack } from '../../reminder-changes.ts'
import type { ComeBack } from '../../stories/come-back.ts'
import { canRetry } from '../../stories/delivery-acts.tsx'
import { words } from '../../words/reminder-acts.ts'
import { SnoozeDialog } from './when-dialogs.tsx'

interface ActsProps {
  readonly story: Story
  readonly who: string
  readonly zone: string
  /** Of one that was ended by hand: whether it can be brought back. */
  readonly comesBack: ComeBack | null
}

export function Acts({ story, who, zone, comesBack }: ActsProps) {
  const w = useWords(words)
  const [asking, setAsking] = useState<'move' | 'snooze' | 'cancel' | null>(null)
  const { reminder } = story
  const { id, state, dueAt, repeats } = reminder
  const isToCome = state === 'scheduled' || state === 'waiting' || state === 'paused'
  const hasRung = story.deliveries.some((one) => one.state === 'sent')
  const failed = story.deliveries.filter(canRetry)
  const close = () => setAsking(null)
  const retry = () => act({ run: () => api.reminders.retry({ id }), said: w.retried })
  // Of a rule each ring is a thing by itself, and what rang has rung: there is nothing to take back.
  const isTakenBack = state === 'scheduled' && !reminder.series?.rule && canComeBack(reminder)
  const done = () =>
    act({
      run: () => api.reminders.acknowledge({ id }),
      said: w.doneSaid,
      ...(isTakenBack ? { undo: () => takeBack({ id }, 'acknowledged'), undone: w.undone } : {}),
    })
  return (
    <>
      {failed.length > 1 && (
        <Button kind="main" onPress={retry}>
          {w.retry}
        </Button>
      )}
      {comesBack === 'possible' && <BringBack id={id} kind="main" />}
      {isToCome && dueAt && <Button onPress={() => setAsking('move')}>{w.move}</Button>}
      {(isToCome || hasRung) && <Button onPress={() => setAsking('snooze')}>{w.snooze}</Button>}
      {isToCome && repeats && <InSeries reminder={reminder} />}
      {(isToCome || hasRung) && (
        <Button icon="check" onPress={done}>
          {w.done}
        </Button>
      )}
      {isToCome && (
        <Button kind="danger" onPress={() => setAsking('cancel')}>
          {w.cancel}
        </Button>
      )}
      {asking === 'move' && (
        <MoveDialog reminder={reminder} onMove={(ms) => void moving(reminder, ms, 'moved')} onClose={close} />
      )}
      {asking === 'snooze' && <SnoozeDialog reminder={reminder} zone={zone} onClose={close} />}
      {asking === 'cancel' && <CancelDialog id={id} isBack={canComeBack(reminder)} who={who} onClose={close} />}
    </>
  )
}

function InSeries({ reminder: { id, state } }: { readonly reminder: Reminder }) {
  const w = useWords(words)
  const pause = () => api.reminders.pause({ id })
  const resume = () => api.reminders.resume({ id })
  const skip = () =>
    act({
      run: () => api.reminders.skip({ id }),
      said: ({ dueAt }) => (dueAt ? w.skipped(`${showTime(dueAt.instant, dueAt.timezone)}`) : w.skippedLast),
      undo: () => takeBack({ id }, 'skipped'),
      undone: w.undone,
    })
  if (state === 'paused')
    return (
      <Button onPress={() => act({ run: resume, said: w.resumed, undo: pause, undone: w.paused })}>{w.resume}</Button>
    )
  return (
    <>
      <Button onPress={skip}>{w.skip}</Button>
      <Button onPress={() => act({ run: pause, said: w.paused, undo: resume, undone: w.resumed })}>{w.pause}</Button>
    </>
  )
}

interface CancelDialogProps {
  readonly id: string
  /** It can be brought back. */
  readonly isBack: boolean
  readonly who: string
  readonly onClose: () => void
}

function CancelDialog({ id, isBack, who, onClose }: CancelDialogProps) {
  const w = useWords(words)
  return (
    <Dialog
      title={w.cancelSure}
      kind="danger"
      doneWord={w.cancel}
      onClose={onClose}
      onDone={() =>
        act({
          run: () => api.reminders.cancel({ id }),
          said: ({ inFlight }) => (inFlight.length === 0 ? w.cancelled : w.cancelledFlying),
          ...(isBack ? { undo: () => bringBack({ id }), undone: w.broughtBack(null) } : {}),
        })
      }
    >
      <p>{w.cancelAbout(who, isBack)}</p>
    </Dialog>
  )
}
