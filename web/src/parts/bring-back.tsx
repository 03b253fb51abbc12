// The button that takes back a cancel, also when its toast is long gone.

import { act } from '../act.ts'
import { api } from '../api.ts'
import { ownZone, showTime } from '../clock.ts'
import { useWords } from '../language.ts'
import { bringBack } from '../reminder-changes.ts'
import { words } from '../words/reminder-acts.ts'
import { Button } from './button.tsx'

interface BringBackProps {
  readonly id: string
  /** Where several stand beside each other: which one. */
  readonly label?: string
  readonly kind?: 'main' | 'plain'
}

export function BringBack({ id, label, kind = 'plain' }: BringBackProps) {
  const w = useWords(words)
  const press = () =>
    act({
      run: () => bringBack({ id }),
      said: ({ dueAt }) => w.broughtBack(dueAt && showTime(dueAt.instant, ownZone.get())),
      undo: () => api.reminders.cancel({ id }),
      undone: w.cancelled,
    })
  return (
    <Button kind={kind} onPress={press} {...(label ? { label } : {})}>
      {w.bringBack}
    </Button>
  )
}
