// `belfry tenants`: isolated customers of one Belfry.

import { BelfryError } from '../errors.ts'
import type { Belfry, Tenant } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

type Tenants = Belfry['tenants']

export const tenants: Command = {
  usage: ['tenants', 'tenants show <id>', 'tenants put <id> [--name <name>]'],
  options: {
    name: { value: '<name>', about: 'What it is called' },
    ...pageOptions,
  },
  words: [0, 2],
  examples: [['tenants put acme --name "Acme Ltd"', 'makes or renames one']],
  async run(call) {
    const work = verbOf(call, 'tenants', verbs)
    await call.with((belfry) => work(call, belfry.tenants))
    return undefined
  },
}

type Verb = (call: Call, tenants: Tenants) => Promise<void>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, all) {
    const page = await all.list(pageOf(call))
    await call.answer(page, () => tenantTable(call, page.items))
  },
  async show(call, all) {
    const id = call.word(1, 'tenant')
    const tenant = await all.get(id)
    if (!tenant) throw new BelfryError('not_found', `There is no tenant ${JSON.stringify(id)}.`, { field: '/id' })
    await call.answer(tenant, () => tenantTable(call, [tenant]))
  },
  async put(call, all) {
    const name = call.text('name')
    const tenant = await all.put({ id: call.word(1, 'tenant'), ...(name === undefined ? {} : { name: name || null }) })
    await call.answer(tenant, () => tenantTable(call, [tenant]))
  },
}

function tenantTable(call: Call, items: readonly Tenant[]): string {
  const rows = items.map(({ id, name, createdAt }) => [id, createdAt.toISOString(), plain(name ?? '-')])
  const { columns, isTty } = call.terminal
  return table(['id', 'since', 'name'], rows, { columns, paint: call.paint, cut: isTty.out })
}
