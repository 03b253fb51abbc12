import { act } from '../../act.ts'
import { api, type Sweep } from '../../api.ts'
import { wordsNow } from '../../language.ts'
import { words } from '../../words/sweeps.ts'

export function hrefOf(name: string): string {
  return `/sweeps/${encodeURIComponent(name)}`
}

export type SweepInput = Parameters<typeof api.sweeps.put>[0]

/** How it was described is how it is described again. */
export function inputOf({ name, definition }: Sweep): SweepInput {
  return { ...definition, name } as unknown as SweepInput
}

export function runNow(name: string): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.sweeps.run({ name }),
    said: ({ examined, reminded, errors }) => w.ran(examined, reminded, errors),
  })
}

export function save(input: SweepInput, before: Sweep | null): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.sweeps.put(input),
    said: w.saved,
    undo: () => (before ? api.sweeps.put(inputOf(before)) : api.sweeps.remove({ name: input.name })),
    undone: before ? w.asBefore : w.removed,
  })
}

export function remove(sweep: Sweep): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.sweeps.remove({ name: sweep.name }),
    said: w.removed,
    undo: () => api.sweeps.put(inputOf(sweep)),
    undone: w.madeAgain,
  })
}
