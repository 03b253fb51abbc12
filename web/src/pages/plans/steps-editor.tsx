import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { words } from '../../words/plans.ts'
import { type DraftStep, kindOf, newStep, type Side, type Unit } from './offset.ts'

interface StepsEditorProps {
  readonly steps: readonly DraftStep[]
  readonly onChange: (steps: readonly DraftStep[]) => void
}

export function StepsEditor({ steps, onChange }: StepsEditorProps) {
  const w = useWords(words)
  const change = (i: number, more: Partial<DraftStep>) =>
    onChange(steps.map((one, j) => (i === j ? { ...one, ...more } : one)))
  return (
    <fieldset class="steps">
      <legend>{w.steps}</legend>
      {steps.length === 0 && <p class="hint">{w.noSteps}</p>}
      {steps.map((step, i) => (
        <StepFields
          key={i}
          number={i + 1}
          step={step}
          onChange={(more) => change(i, more)}
          onRemove={() => onChange(steps.filter((_, j) => i !== j))}
        />
      ))}
      <div>
        <Button icon="plus" onPress={() => onChange([...steps, newStep])}>
          {w.addStep}
        </Button>
      </div>
    </fieldset>
  )
}

interface StepFieldsProps {
  readonly number: number
  readonly step: DraftStep
  readonly onChange: (more: Partial<DraftStep>) => void
  readonly onRemove: () => void
}

function StepFields({ number, step, onChange, onRemove }: StepFieldsProps) {
  const w = useWords(words)
  const kind = step.ownKind ?? kindOf(step)
  const units: readonly Unit[] = ['minutes', 'hours', 'days', 'weeks', 'written']
  const sides: readonly Side[] = ['before', 'at', 'after']
  return (
    <fieldset class="step">
      <legend class="unseen">{w.step(number)}</legend>
      {step.side !== 'at' && step.unit !== 'written' && (
        <div class="short">
          <TextField
            label={w.count}
            type="number"
            min="1"
            required
            value={step.count}
            onInput={(count) => onChange({ count })}
          />
        </div>
      )}
      {step.side !== 'at' && step.unit === 'written' && (
        <TextField
          label={w.written}
          required
          value={step.written}
          placeholder={w.writtenHint}
          onInput={(written) => onChange({ written })}
        />
      )}
      {step.side !== 'at' && (
        <Select
          label={w.unit}
          value={step.unit}
          onChange={(unit) => onChange({ unit })}
          options={units.map((unit) => [unit, w.units[unit]] as const)}
        />
      )}
      <Select
        label={w.side}
        value={step.side}
        onChange={(side) => onChange({ side })}
        options={sides.map((side) => [side, w.sides[side]] as const)}
      />
      <TextField
        label={w.anchor}
        value={step.anchor}
        offers={['start', 'end', 'due']}
        onInput={(anchor) => onChange({ anchor })}
      />
      <Button kind="quiet" icon="close" label={w.removeStep(number)} onPress={onRemove} />
      <p class="hint kind">{kind !== null && w.kind(kind)}</p>
    </fieldset>
  )
}
