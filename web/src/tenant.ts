// Whose reminders are shown: the address says so (`?tenant=`), else what was chosen last; '' leaves it to the server.

import { go, place } from './place.ts'
import { session } from './session.ts'
import { createKept, createStore, type Store } from './store.ts'

const last = createKept<string>('belfry.tenant', '')

const named = () => place.get().search.get('tenant')

export const tenant: Store<string> = createStore(named() ?? last.get())

/** The key of a tenant opens that tenant alone, whatever an operator chose in this browser before. */
function isOfOne(): boolean {
  const current = session.get()
  return current.state === 'in' && current.who.door === 'key'
}

session.watch(() => {
  if (session.get().state === 'in') tenant.set(isOfOne() ? '' : (named() ?? last.get()))
})
place.watch(() => {
  const wanted = named()
  if (wanted === null || isOfOne()) return
  last.set(wanted)
  tenant.set(wanted)
})

/** By the address, as everywhere one goes: whoever has something to lose is asked. False: they have stayed, for now. */
export function chooseTenant(id: string, path: string, search = new URLSearchParams()): boolean {
  const next = new URLSearchParams(search)
  next.set('tenant', id)
  go(`${path}?${next}`)
  return named() === id
}
