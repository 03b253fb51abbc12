// Another moment for one ring, on a clock of one's choice; and everything else that can be done about it.

import { useState } from 'preact/hooks'
import type { Reminder } from '../../api.ts'
import { cityOf, localText, nowMs, ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { useThese } from '../../people.ts'
import { canComeBack } from '../../reminder-changes.ts'
import { kindWords } from '../../step-words.ts'
import { words } from '../../words/upcoming.ts'
import { instantIn } from '../../zoned.ts'
import { type Doing, titleOf } from './doing.ts'

interface DialogProps {
  readonly reminder: Reminder
  readonly doing: Doing
  readonly onClose: () => void
}

export function MoveDialog({ reminder, doing, onClose }: DialogProps) {
  const w = useWords(words)
  const own = ownZone.get()
  const { instant, timezone } = reminder.dueAt!
  const [zone, setZone] = useState(own)
  const [text, setText] = useState(localText(instant, own))
  const atMs = text === '' ? null : instantIn(text, zone)
  const isPast = atMs !== null && atMs <= nowMs()
  const later = (ms: number) => setText(localText((atMs ?? Date.parse(instant)) + ms, zone))
  const zones = [...new Set([own, timezone, 'UTC'])]
  const other = zone === timezone ? own : timezone
  return (
    <Dialog
      title={w.moveTitle(useWhole(reminder))}
      doneWord={w.move}
      onClose={onClose}
      onDone={() => {
        if (atMs === null || isPast) return false
        void doing.move(reminder, atMs)
      }}
    >
      <p class="faint">{w.moveHint[reminder.step !== null ? 'step' : reminder.series ? 'series' : 'once']}</p>
      <div class="quick">
        <Button onPress={() => later(600_000)}>{w.plus10}</Button>
        <Button onPress={() => later(3_600_000)}>{w.plus60}</Button>
        <Button onPress={() => later(86_400_000)}>{w.plusDay}</Button>
      </div>
      <TextField
        label={w.when}
        type="datetime-local"
        value={text}
        onInput={setText}
        required
        error={isPast ? w.past : null}
        {...(atMs === null || other === zone ? {} : { hint: `${showTime(atMs, other)} ${cityOf(other)}` })}
      />
      <Select
        label={w.inZone}
        value={zone}
        options={zones.map((one) => [one, one] as const)}
        onChange={(next) => {
          if (atMs !== null) setText(localText(atMs, next))
          setZone(next)
        }}
      />
    </Dialog>
  )
}

export function MoreDialog({
  reminder,
  doing,
  onClose,
  onMove,
  onCancel,
}: DialogProps & { readonly onMove: () => void; readonly onCancel: () => void }) {
  const w = useWords(words)
  const dueMs = Date.parse(reminder.dueAt!.instant)
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
              <Button key={minutes} onPress={then(() => doing.snooze(reminder, dueMs + minutes * 60_000))}>
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

/** Which one it is of those that are called the same. */
function useWhole(reminder: Reminder): string {
  const w = useWords(words)
  const { nameOf } = useThese([reminder.recipient])
  return w.whole(titleOf(reminder), nameOf(reminder.recipient), kindWords(reminder))
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
