// What can be done with an alarm: behind one button, so that a row has room on a phone.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { beginAnew, removeAlarm } from '../../alarm-acts.ts'
import { type Alarm, api } from '../../api.ts'
import { nowMs, showTime } from '../../clock.ts'
import { useWords, wordsNow } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { words } from '../../words/alarms.ts'

export function Actions({ alarm }: { readonly alarm: Alarm }) {
  const w = useWords(words)
  const [isOpen, setOpen] = useState(false)
  const { pageId, title } = alarm
  const name = title || pageId
  return (
    <>
      <Button kind="quiet" icon="more" label={w.actions(name)} onPress={() => setOpen(true)} />
      {isOpen && <Menu alarm={alarm} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MenuProps {
  readonly alarm: Alarm
  readonly name: string
  readonly onClose: () => void
}

function Menu({ alarm, name, onClose }: MenuProps) {
  const w = useWords(words)
  const [isDeleting, setDeleting] = useState(false)
  const { pageId, status } = alarm
  const then = (work: () => Promise<boolean>) => async () => {
    if (await work()) onClose()
  }
  if (isDeleting)
    return (
      <Dialog title={w.remove} doneWord={w.remove} kind="danger" onClose={onClose} onDone={() => removeAlarm(pageId)}>
        <p>{w.removeAbout(name)}</p>
      </Dialog>
    )
  const removal = (
    <Button kind="danger" onPress={() => setDeleting(true)}>
      {w.remove}
    </Button>
  )
  // Nothing of it is to come: there is nothing to mark as done, nor to put off.
  if (status === 'done')
    return (
      <Dialog title={name} onClose={onClose}>
        <p>{w.isDone}</p>
        <div class="offers">
          <Button kind="main" onPress={then(() => beginAnew(pageId))}>
            {w.beginAnew}
          </Button>
          {removal}
        </div>
        <p class="hint">
          {w.beginAnew}: {w.moreOftenAbout}
        </p>
      </Dialog>
    )
  return (
    <Dialog title={name} onClose={onClose}>
      <h3>{w.snooze}</h3>
      <div class="offers">
        {w.lengths.map(([duration, text]) => (
          <Button key={duration} onPress={then(() => snooze(alarm, duration))}>
            {text}
          </Button>
        ))}
      </div>
      <div class="offers">
        <Button icon="check" kind="main" onPress={then(() => done(pageId))}>
          {w.done}
        </Button>
        <Button onPress={then(() => moreOften(pageId))}>{w.moreOften}</Button>
        {removal}
      </div>
      <p class="hint">
        {w.moreOften}: {w.moreOftenAbout}
      </p>
    </Dialog>
  )
}

function snooze({ pageId, nextAlarmTime }: Alarm, duration: string): Promise<boolean> {
  const w = wordsNow(words)
  // A moment that has passed cannot come back.
  const before = nextAlarmTime && Date.parse(nextAlarmTime.instant) > nowMs() ? nextAlarmTime.instant : null
  return act({
    run: () => api.alarms.snooze({ pageId, for: duration }),
    said: ({ nextAlarmTime: at }) => w.snoozed(at ? showTime(at.instant, at.timezone) : ''),
    ...(before === null ? {} : { undo: () => api.alarms.snooze({ pageId, until: before }), undone: w.backAgain }),
  })
}

function done(pageId: string): Promise<boolean> {
  return act({ run: () => api.alarms.done({ pageId }), said: wordsNow(words).wasDone })
}

function moreOften(pageId: string): Promise<boolean> {
  return act({ run: () => api.alarms.moreOften({ pageId }), said: wordsNow(words).wasReset })
}
