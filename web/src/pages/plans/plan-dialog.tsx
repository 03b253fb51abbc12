import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Plan } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { words } from '../../words/plans.ts'
import { type DraftStep, draftOf, newStep, stepOf } from './offset.ts'
import { Rail } from './rail.tsx'
import { StepsEditor } from './steps-editor.tsx'

interface PlanDialogProps {
  /** Null: a new one. */
  readonly plan: Plan | null
  readonly onClose: () => void
}

const usual: readonly DraftStep[] = [
  { ...newStep, count: '24', unit: 'hours' },
  { ...newStep, count: '1', unit: 'hours' },
  { ...newStep, count: '15', unit: 'minutes' },
]

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const w = useWords(words)
  const [name, setName] = useState(plan?.name ?? '')
  const [drafts, setDrafts] = useState<readonly DraftStep[]>(plan ? plan.steps.map(draftOf) : usual)
  const steps = drafts.map(stepOf)
  const save = () =>
    act({
      run: () =>
        api.plans.put({ name: plan?.name ?? name.trim(), steps }, plan === null ? {} : { version: plan.version }),
      said: w.saved,
      ...(plan === null ? {} : { undo: () => api.plans.put({ name: plan.name, steps: [...plan.steps] }) }),
    })
  return (
    <Dialog title={plan ? w.changing(plan.name) : w.add} onClose={onClose} onDone={save} isWide>
      {plan === null && (
        <TextField label={w.name} hint={w.nameHint} value={name} onInput={setName} required autofocus />
      )}
      <Rail steps={steps} />
      <StepsEditor steps={drafts} onChange={setDrafts} />
      {plan !== null && plan.used > 0 && <p class="hint">{w.followLater}</p>}
    </Dialog>
  )
}
