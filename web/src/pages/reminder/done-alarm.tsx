// What can be done with an alarm that is done: nothing of it is to come, so that there is nothing to move, to skip or to mark.

import { useState } from 'preact/hooks'
import { beginAnew, removeAlarm } from '../../alarm-acts.ts'
import type { Story } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { titleOf } from '../../reminder-changes.ts'
import { words } from '../../words/alarms.ts'

export function DoneAlarmActs({ story: { reminder } }: { readonly story: Story }) {
  const w = useWords(words)
  const [isDeleting, setDeleting] = useState(false)
  const { id: pageId } = reminder.entity
  return (
    <>
      <Button kind="main" onPress={() => beginAnew(pageId)}>
        {w.beginAnew}
      </Button>
      <Button kind="danger" onPress={() => setDeleting(true)}>
        {w.remove}
      </Button>
      {isDeleting && (
        <Dialog
          title={w.remove}
          doneWord={w.remove}
          kind="danger"
          onClose={() => setDeleting(false)}
          onDone={() => removeAlarm(pageId)}
        >
          <p>{w.removeAbout(titleOf(reminder))}</p>
        </Dialog>
      )}
    </>
  )
}
