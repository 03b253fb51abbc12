// Plans: named lists of steps that many entities share.

import { audit, type Context } from '../engine/context.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { BelfryError } from '../errors.ts'
import { readName, readObject } from '../input.ts'
import { readSteps, type Step, type StepInput } from './steps.ts'

export interface Plan {
  readonly name: string
  readonly steps: readonly Step[]
  readonly version: number
  readonly updatedAt: Date
  /** Active entities that use it. */
  readonly used: number
}

interface PlanRow {
  name: string
  steps: Step[]
  version: number
  updated_ms: number
  used: number
}

/** Entities that use it follow with their next `put`. */
export async function putPlan(
  context: Context,
  input: {
    readonly name: string
    readonly steps: readonly StepInput[]
    /** Refused unless it is the plan's version. */
    readonly version?: number
  },
): Promise<Plan & { readonly created: boolean }> {
  const value = readObject(input, ['name', 'steps', 'version'], '')
  const version = readVersion(value.version)
  const name = readName(value.name, '/name')
  const steps = readSteps(value.steps, context, '/steps')
  return await context.db.transaction(async (tx) => {
    const [there] = await tx.run<{ version: number }>('lock-plan', [context.tenant, name])
    checkVersion(version, there?.version)
    const written = await tx.run('put-plan', [context.tenant, name, JSON.stringify(steps)])
    if (written.length > 0) await audit(context, tx, 'plan_changed', [{ data: { name, steps } }])
    // In here: a moment later somebody may have removed it.
    return { ...(await getPlan({ ...context, db: tx }, name))!, created: there === undefined }
  })
}

export async function getPlan(context: Context, name: string): Promise<Plan | null> {
  const [row] = await context.db.run<PlanRow>('plans', [context.tenant, readName(name, '/name')])
  return row ? toPlan(row) : null
}

export async function listPlans(context: Context): Promise<Plan[]> {
  return (await context.db.run<PlanRow>('plans', [context.tenant, null])).map(toPlan)
}

/** Answers whether there was one; one that an entity uses is refused. */
export async function deletePlan(context: Context, name: string): Promise<boolean> {
  const read = readName(name, '/name')
  const deleted = await context.db.run('delete-plan', [context.tenant, read])
  if (deleted.length > 0) return true
  if ((await getPlan(context, read)) === null) return false
  throw new BelfryError('in_use', `Entities use the plan ${read}.`, {
    field: '/name',
    accepted: 'a plan that no entity uses',
  })
}

function toPlan(row: PlanRow): Plan {
  const { name, steps, version, used } = row
  return { name, steps, version, used, updatedAt: new Date(row.updated_ms) }
}
