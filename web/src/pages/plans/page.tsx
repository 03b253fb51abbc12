import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Plan } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { useSearch } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { stepWords } from '../../step-words.ts'
import { usualPlan } from '../../usual-plan.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/plans.ts'
import { placeWords } from './offset.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { Rail } from './rail.tsx'
import '../../styles/plans.css'

export default function Plans() {
  const w = useWords(words)
  const c = useWords(core)
  const [isNew, setNew] = useSearch('new')
  const [changed, setChanged] = useState<Plan | null>(null)
  const { value, error, refresh, change } = useQuery('plans', () => api.plans.list(), { live: ['plan', 'entity'] })
  const remove = ({ name, steps }: Plan) =>
    act({
      run: () => api.plans.remove({ name }),
      expect: () => change(({ items }) => ({ items: items.filter((one) => one.name !== name) })),
      said: w.deleted(name),
      undo: () => api.plans.put({ name, steps: [...steps] }),
      undone: w.restored(name),
    })
  return (
    <Page
      title={c.pages.plans}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setNew('1')}>
          {w.add}
        </Button>
      }
    >
      <UsualPlan />
      {error && !value ? (
        <Failed error={error} again={refresh} />
      ) : !value ? (
        <Loading />
      ) : value.items.length === 0 ? (
        <Panel>
          <Empty icon="plans" title={w.none}>
            <p>{w.noneNext}</p>
          </Empty>
        </Panel>
      ) : (
        value.items.map((plan) => (
          <PlanPanel key={plan.name} plan={plan} onChange={() => setChanged(plan)} onRemove={() => remove(plan)} />
        ))
      )}
      {isNew && <PlanDialog plan={null} onClose={() => setNew('')} />}
      {changed && <PlanDialog plan={changed} onClose={() => setChanged(null)} />}
    </Page>
  )
}

/** Nobody made it and nobody can change it: without it the page would say that nothing reminds of meetings. */
function UsualPlan() {
  const w = useWords(words)
  const steps = usualPlan.map((offset) => ({ offset }))
  return (
    <Panel title={w.usual} actions={<span class="badge">{w.builtIn}</span>}>
      <p>
        {usualPlan.map(stepWords).join(' · ')}
        <span class="faint"> · {w.usualUsed}</span>
      </p>
      <Rail steps={steps} />
    </Panel>
  )
}

interface PlanPanelProps {
  readonly plan: Plan
  readonly onChange: () => void
  readonly onRemove: () => unknown
}

function PlanPanel({ plan: { name, steps, used }, onChange, onRemove }: PlanPanelProps) {
  const w = useWords(words)
  return (
    <Panel
      title={name}
      actions={
        <>
          <Button onPress={onChange}>{w.change}</Button>
          <Button kind="danger" onPress={onRemove}>
            {w.delete}
          </Button>
        </>
      }
    >
      <p>
        {steps.length === 0 ? w.noSteps : steps.map(placeWords).join(' · ')}
        <span class="faint"> · {w.used(used)}</span>
      </p>
      {steps.length > 0 && <Rail steps={steps} />}
    </Panel>
  )
}
