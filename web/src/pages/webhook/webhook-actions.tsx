import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Webhook } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { go } from '../../place.ts'
import { words } from '../../words/webhooks.ts'

type Asking = 'rotate' | 'delete' | null

export function WebhookActions({ webhook: { id, disabledAt } }: { readonly webhook: Webhook }) {
  const w = useWords(words)
  const [asking, setAsking] = useState<Asking>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const enable = () => api.webhooks.enable({ id })
  const disable = () => api.webhooks.disable({ id })
  const test = () =>
    act({
      run: () => api.webhooks.test({ id }),
      said: ({ outcome, reply, tookMs }) =>
        [w.tested(w.outcomes[outcome] ?? outcome, Math.round(tookMs)), reply?.slice(0, 200)].filter(Boolean).join(': '),
    })
  return (
    <>
      <Button onPress={test}>{w.test}</Button>
      {disabledAt ? (
        <Button onPress={() => act({ run: enable, said: w.enabled, undo: disable })}>{w.enable}</Button>
      ) : (
        <Button onPress={() => act({ run: disable, said: w.disabled, undo: enable })}>{w.disable}</Button>
      )}
      <Button onPress={() => setAsking('rotate')}>{w.rotate}</Button>
      <Button kind="danger" onPress={() => setAsking('delete')}>
        {w.delete}
      </Button>
      {asking === 'rotate' && <Rotation id={id} onRotated={setSecret} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <Deletion id={id} onClose={() => setAsking(null)} />}
      {secret && <ShownOnce title={w.secretOf(id)} label={w.secret} value={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

type Overlap = 'PT0S' | 'PT1H' | 'PT24H' | 'P7D'
const overlaps: readonly Overlap[] = ['PT0S', 'PT1H', 'PT24H', 'P7D']

interface RotationProps {
  readonly id: string
  readonly onRotated: (secret: string) => void
  readonly onClose: () => void
}

function Rotation({ id, onRotated, onClose }: RotationProps) {
  const w = useWords(words)
  const [overlap, setOverlap] = useState<Overlap>('PT24H')
  const rotate = () => act({ run: async () => onRotated((await api.webhooks.rotate({ id, overlap })).secret) })
  return (
    <Dialog title={w.rotate} doneWord={w.rotate} onClose={onClose} onDone={rotate}>
      <p>{w.rotateAbout}</p>
      <Select
        label={w.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((each) => [each, w.overlaps[each]] as const)}
      />
    </Dialog>
  )
}

function Deletion({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const w = useWords(words)
  const remove = async () => {
    const isDone = await act({ run: () => api.webhooks.remove({ id }), said: w.deleted(id) })
    if (isDone) go('/webhooks')
    return isDone
  }
  return (
    <Dialog title={w.delete} kind="danger" doneWord={w.delete} onClose={onClose} onDone={remove}>
      <p>{w.deleteAsk(id)}</p>
    </Dialog>
  )
}
