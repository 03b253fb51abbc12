import type { Run } from '../../api.ts'
import { useWords } from '../../language.ts'
import { When } from '../../parts/when.tsx'
import { words } from '../../words/sweeps.ts'

export function RunState({ run: { state, errors } }: { readonly run: Run }) {
  const w = useWords(words)
  const tone = state === 'failed' ? 'bad' : state === 'running' ? 'main' : errors > 0 ? 'warn' : 'good'
  return <span class={`badge ${tone}`}>{state === 'done' && errors > 0 ? w.errors(errors) : w.states[state]}</span>
}

export function LastRun({ run }: { readonly run: Run }) {
  const w = useWords(words)
  return (
    <>
      <RunState run={run} /> {w.counts(run.examined, run.reminded)}
      <br />
      <span class="faint">
        <When time={run.startedAt} isShort hasDistance />
      </span>
    </>
  )
}
