// Everything that can be done about one ring.

import type { Reminder } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useWhole } from '../../parts/move-dialog.tsx'
import { hrefs } from '../../parts/names.tsx'
import { canComeBack, laterBy } from '../../reminder-changes.ts'
import { words } from '../../words/upcoming.ts'
import type { Doing } from './doing.ts'

interface DialogProps {
  readonly reminder: Reminder
  readonly doing: Doing
  readonly onClose: () => void
}

export function MoreDialog({
  reminder,
  doing,
  onClose,
  onMove,
  onCancel,
}: DialogProps & { readonly onMove: () => void; readonly onCancel: () => void }) {
  const w = useWords(words)
  const then = (run: () => unknown) => () => {
    onClose()
    void run()
  }
  return (
    <Dialog title={useWhole(reminder)} onClose={onClose}>
      <ul class="doings">
        <li>
          <Button onPress={then(onMove)}>{w.move}…</Button>
        </li>
        <li>
          <span class="faint">{w.snooze}</span>
          <span class="quick">
            {w.snoozes.map(([minutes, name]) => (
              <Button key={minutes} onPress={then(() => doing.snooze(reminder, laterBy(reminder, minutes)))}>
                {name}
              </Button>
            ))}
          </span>
        </li>
        {reminder.series?.rule && (
          <li>
            <Button onPress={then(() => doing.skip(reminder))}>{w.skip}</Button>
            <span class="faint">{w.skipHint}</span>
          </li>
        )}
        {/* Of a rule each ring is a thing by itself, and only one that rang can be done. */}
        {!reminder.series?.rule && (
          <li>
            <Button icon="check" onPress={then(() => doing.done(reminder))}>
              {w.done}
            </Button>
            <span class="faint">{w.doneHint}</span>
          </li>
        )}
        <li>
          <Button kind="danger" onPress={then(onCancel)}>
            {w.sureCancel}
          </Button>
          <span class="faint">{reminder.series ? w.cancelSeriesHint : w.cancelHint}</span>
        </li>
      </ul>
      <a href={hrefs.reminder(reminder.id)}>{w.open}</a>
    </Dialog>
  )
}

/** Where there is no way back, the question comes before. */
export function mustAsk(reminder: Reminder): boolean {
  return !canComeBack(reminder)
}

export function SureDialog({ reminder, doing, onClose }: DialogProps) {
  const w = useWords(words)
  return (
    <Dialog
      title={useWhole(reminder)}
      kind="danger"
      doneWord={w.sureCancel}
      onClose={onClose}
      onDone={() => void doing.cancel(reminder)}
    >
      <p>
        {reminder.series ? w.cancelSeriesHint : w.cancelHint} {w.sure}
      </p>
    </Dialog>
  )
}
