// `belfry keys`: API keys. A key is shown once, when it is made.

import type { ApiKey, Belfry, Scope } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

type Keys = Belfry['keys']

export const keys: Command = {
  usage: ['keys', 'keys create <name> [--scope read]', 'keys rotate <id> [--overlap 1d]', 'keys revoke <id>'],
  details:
    'A new key is shown once and stored nowhere in clear. It is for the tenant of --tenant, unless its scope is operator.',
  options: {
    scope: { value: '<scope>', about: 'read, write or operator (read and write)', many: true },
    expires: { value: '<duration>', about: 'How long it is good for, such as P90D' },
    overlap: { value: '<duration>', about: 'How long the old key stays good after a rotation' },
    ...pageOptions,
  },
  words: [0, 2],
  examples: [
    ['keys create shop --scope write', 'a key for a program that schedules'],
    ['keys create ops --scope operator', 'a key that may do everything'],
  ],
  async run(call) {
    const work = verbOf(call, 'keys', verbs)
    await call.with((belfry) => work(call, belfry.keys))
    return undefined
  },
}

type Verb = (call: Call, keys: Keys) => Promise<void>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, all) {
    const page = await all.list(pageOf(call))
    await call.answer(page, () => (page.items.length === 0 ? 'There are no keys yet.' : keyTable(call, page.items)))
  },
  async create(call, all) {
    const scopes = call.all('scope').length > 0 ? call.all('scope') : ['read', 'write']
    const expiresIn = call.text('expires')
    const issued = await all.create({
      name: call.word(1, 'name'),
      // what is none is refused there, with the list of those that are
      scopes: scopes as Scope[],
      ...(scopes.includes('operator') ? {} : { tenant: call.settings.tenant }),
      ...(expiresIn === undefined ? {} : { expiresIn }),
    })
    await call.answer(issued, () => issuedWords(issued))
  },
  async rotate(call, all) {
    const overlap = call.text('overlap')
    const issued = await all.rotate(call.word(1, 'key'), overlap === undefined ? {} : { overlap })
    await call.answer(issued, () => issuedWords(issued))
  },
  async revoke(call, all) {
    const key = await all.revoke(call.word(1, 'key'))
    await call.answer(key, () => `Revoked: ${key.id} (${plain(key.name)}).`)
  },
}

function issuedWords({ id, key }: { id: string; key: string }): string {
  return `${key}\n\nThis is shown once: keep it now. Its id is ${id}.`
}

function keyTable(call: Call, items: readonly ApiKey[]): string {
  const rows = items.map(({ id, name, tenant, scopes, expiresAt, revokedAt }) => [
    id,
    tenant ?? '(all)',
    scopes.join(','),
    revokedAt ? 'revoked' : expiresAt ? `until ${expiresAt.toISOString()}` : 'good',
    plain(name),
  ])
  const { columns, isTty } = call.terminal
  return table(['id', 'tenant', 'scopes', 'state', 'name'], rows, { columns, paint: call.paint, cut: isTty.out })
}
