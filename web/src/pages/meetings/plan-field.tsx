// When everybody is reminded: presets in words, and the plans that have a name.

import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Select } from '../../parts/field.tsx'
import { useQuery } from '../../query.ts'
import { usualPlan } from '../../usual-plan.ts'
import { type PlanName, words } from '../../words/new-meeting.ts'
import type { Draft } from './draft.ts'

const presets: Readonly<Record<PlanName, readonly string[]>> = {
  usual: usualPlan,
  day: ['-PT24H'],
  hour: ['-PT1H'],
  quarter: ['-PT15M'],
  week: ['-P7D', '-P1D', '-PT1H'],
  none: [],
}
const presetNames = Object.keys(presets) as PlanName[]

export function planOf(plan: Draft['plan']): string | string[] {
  return isPreset(plan) ? [...presets[plan]] : plan.slice('plan:'.length)
}

function isPreset(plan: Draft['plan']): plan is PlanName {
  return plan in presets
}

interface PlanFieldProps {
  readonly plan: Draft['plan']
  /** How many take part, as far as is known. */
  readonly count: number
  readonly onChange: (plan: Draft['plan']) => void
}

export function PlanField({ plan, count, onChange }: PlanFieldProps) {
  const w = useWords(words)
  const { value } = useQuery('plans', () => api.plans.list({ limit: 200 }), { live: ['plan'] })
  const named = value?.items ?? []
  const steps = isPreset(plan)
    ? presets[plan].length
    : (named.find(({ name }) => plan === `plan:${name}`)?.steps.length ?? 0)
  return (
    <Select
      label={w.remind}
      value={plan}
      onChange={onChange}
      {...(steps > 0 && count > 1 ? { hint: w.reminders(steps, count) } : {})}
      options={[
        ...presetNames.map((name) => [name, w.plans[name]] as const),
        ...named.map(({ name }) => [`plan:${name}`, w.namedPlan(name)] as const),
      ]}
    />
  )
}
