// Between the fields of the form and how a sweep is described.

import type { Sweep } from '../../api.ts'
import { inputOf, type SweepInput } from './actions.ts'

export interface SweepFields {
  readonly name: string
  readonly every: string
  readonly timezone: string
  readonly table: string
  readonly connection: string
  readonly id: string
  readonly due: string
  readonly recipient: string
  readonly titleColumn: string
  readonly within: string
  readonly coolDown: string
  readonly message: string
  readonly enabled: boolean
}

type Source = Partial<SweepInput['source']>

export function fieldsOf(sweep: Sweep | null): SweepFields {
  const known: Partial<SweepInput> = sweep ? inputOf(sweep) : {}
  const source: Source = known.source ?? {}
  const { window, message } = known
  return {
    name: sweep?.name ?? '',
    every: known.every ?? 'PT1H',
    timezone: known.timezone ?? '',
    table: source.table ?? '',
    connection: source.connection ?? '',
    id: source.id ?? '',
    due: source.due ?? '',
    recipient: source.recipient ?? '',
    titleColumn: source.columns?.title ?? '',
    within: window?.to ?? '',
    coolDown: known.coolDown ?? '',
    message: message?.title ?? '',
    enabled: known.enabled ?? true,
  }
}

export function toInput(form: SweepFields, sweep: Sweep | null): SweepInput {
  const before: Partial<SweepInput> = sweep ? inputOf(sweep) : {}
  const given: Source = before.source ?? {}
  const { columns: { title: _, ...columns } = {}, ...source } = given
  const titled = { ...columns, ...some('title', form.titleColumn) }
  return {
    ...without(before, ['window', 'message', 'timezone', 'coolDown']),
    ...{ name: form.name.trim(), every: form.every.trim(), enabled: form.enabled },
    ...some('timezone', form.timezone),
    ...some('coolDown', form.coolDown),
    source: {
      ...without(source, ['connection', 'id', 'due', 'recipient']),
      table: form.table.trim(),
      ...some('connection', form.connection),
      ...some('id', form.id),
      ...some('due', form.due),
      ...some('recipient', form.recipient),
      ...(Object.keys(titled).length > 0 ? { columns: titled } : {}),
    },
    ...(form.within.trim() ? { window: { ...before.window, to: form.within.trim() } } : {}),
    ...(form.message || before.message ? { message: { ...before.message, ...some('title', form.message) } } : {}),
  }
}

/** What is left empty is left out. */
function some<N extends string>(name: N, value: string): { readonly [K in N]?: string } {
  return (value.trim() === '' ? {} : { [name]: value.trim() }) as { readonly [K in N]?: string }
}

function without<T extends object, N extends keyof T>(value: T, names: readonly N[]): Omit<T, N> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as N))) as Omit<T, N>
}
