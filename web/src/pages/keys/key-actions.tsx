// What can be done with a key: a successor, or its end.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { words } from '../../words/keys.ts'
import type { Key } from './key.ts'
import type { Issued } from './new-key.tsx'

interface KeyActionsProps {
  readonly one: Key
  readonly onIssued: (issued: Issued) => void
}

export function KeyActions({ one, onIssued }: KeyActionsProps) {
  const w = useWords(words)
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null)
  const { id, name, replacedBy } = one
  const close = () => setAsking(null)
  const revoke = () => act({ run: () => api.keys.revoke({ id }), said: w.revoked(name) })
  return (
    <span class="actions">
      {replacedBy === null && <Button onPress={() => setAsking('rotate')}>{w.rotate}</Button>}
      <Button kind="danger" onPress={() => setAsking('revoke')}>
        {w.revoke}
      </Button>
      {asking === 'rotate' && <Rotation one={one} onIssued={onIssued} onClose={close} />}
      {asking === 'revoke' && (
        <Dialog title={w.revoke} kind="danger" doneWord={w.revoke} onClose={close} onDone={revoke}>
          <p>{w.revokeAsk(name)}</p>
        </Dialog>
      )}
    </span>
  )
}

type Overlap = 'PT0S' | 'PT1H' | 'PT24H' | 'P7D'
const overlaps: readonly Overlap[] = ['PT0S', 'PT1H', 'PT24H', 'P7D']

function Rotation({ one: { id, name }, onIssued, onClose }: KeyActionsProps & { readonly onClose: () => void }) {
  const w = useWords(words)
  const [overlap, setOverlap] = useState<Overlap>('PT24H')
  const rotate = () => act({ run: async () => onIssued(await api.keys.rotate({ id, overlap })) })
  return (
    <Dialog title={w.rotate} doneWord={w.rotate} onClose={onClose} onDone={rotate}>
      <p>{w.rotateAbout(name)}</p>
      <Select
        label={w.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((each) => [each, w.overlaps[each]] as const)}
      />
    </Dialog>
  )
}
