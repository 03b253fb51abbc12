// What can be done with a thing: change it, move it, call it off, say that it is done. Its reminders follow, and the answer says how many.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Entity } from '../../api.ts'
import { localText, ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { tellCounts } from '../../stories/counts.ts'
import { words } from '../../words/entity.ts'
import { instantIn } from '../../zoned.ts'
import { ChangeDialog } from './change.tsx'

interface ActsProps {
  readonly entity: Entity
  /** How many reminders are to come. */
  readonly toCome: number
}

export function Acts({ entity, toCome }: ActsProps) {
  const w = useWords(words)
  const [asking, setAsking] = useState<'change' | 'move' | 'cancel' | 'complete' | null>(null)
  const close = () => setAsking(null)
  const isActive = entity.status === 'active'
  return (
    <>
      <Button kind={isActive ? 'main' : 'plain'} onPress={() => setAsking('move')}>
        {w.move}
      </Button>
      {isActive && (
        <>
          <Button onPress={() => setAsking('change')}>{w.change}</Button>
          <Button icon="check" onPress={() => setAsking('complete')}>
            {w.complete}
          </Button>
          <Button kind="danger" onPress={() => setAsking('cancel')}>
            {w.cancel}
          </Button>
        </>
      )}
      {asking === 'change' && <ChangeDialog entity={entity} onClose={close} />}
      {asking === 'move' && <MoveDialog entity={entity} onClose={close} />}
      {asking === 'cancel' && <EndDialog verb="cancel" entity={entity} toCome={toCome} onClose={close} />}
      {asking === 'complete' && <EndDialog verb="complete" entity={entity} toCome={toCome} onClose={close} />}
    </>
  )
}

interface EndDialogProps extends ActsProps {
  readonly verb: 'cancel' | 'complete'
  readonly onClose: () => void
}

function EndDialog({ verb, entity: { type, id }, toCome, onClose }: EndDialogProps) {
  const w = useWords(words)
  const isCancel = verb === 'cancel'
  return (
    <Dialog
      title={isCancel ? w.cancelSure : w.completeSure}
      kind={isCancel ? 'danger' : 'main'}
      doneWord={isCancel ? w.cancel : w.complete}
      onClose={onClose}
      onDone={() =>
        act({
          run: () => api.entities[verb]({ type, id }),
          said: ({ cancelled }) => w.ended(cancelled),
          // Put again as it is, it is on again, and so are its reminders whose moment has not passed.
          undo: () => api.entities.put({ type, id }),
          undone: w.undone,
        })
      }
    >
      <p>{w.cancelAbout(toCome)}</p>
    </Dialog>
  )
}

function MoveDialog({ entity, onClose }: { readonly entity: Entity; readonly onClose: () => void }) {
  const w = useWords(words)
  const { type, id, at: before } = entity
  // No zone: each recipient's own wall clock, unless it is an instant, which only needs a clock to be read off.
  const isInstant = before?.local === null && before.timezone === null
  const [zone, setZone] = useState(before?.timezone ?? (before?.local ? '' : ownZone.get()))
  const [at, setAt] = useState(() => localOf(entity, zone))
  const to = () =>
    isInstant ? { at: new Date(instantIn(at, zone)).toISOString() } : { at, timezone: zone.trim() || null }
  return (
    <Dialog
      title={w.moveTitle}
      doneWord={w.move}
      onClose={onClose}
      onDone={() =>
        act({
          run: () => api.entities.put({ type, id, ...to() }),
          said: (counts) => w.moved(tellCounts(counts, w)),
          undo: () => api.entities.put({ type, id, ...backTo(before) }),
          undone: w.undone,
        })
      }
    >
      <p>{w.moveAbout}</p>
      <TextField label={w.moveAt} type="datetime-local" value={at} onInput={setAt} required autofocus />
      <ZoneField
        label={w.zone}
        value={zone}
        onInput={setZone}
        {...(isInstant ? { required: true } : { hint: w.zoneHint })}
      />
    </Dialog>
  )
}

function backTo(before: Entity['at']) {
  if (!before) return { at: null }
  const { local, instant, timezone } = before
  // The second of two equal wall clocks is named by its instant.
  return { at: local === null || local.endsWith('~2') ? instant : local, timezone }
}

function localOf({ at }: Entity, zone: string): string {
  if (at?.local) return at.local.slice(0, 16)
  return at?.instant ? localText(at.instant, zone) : ''
}
