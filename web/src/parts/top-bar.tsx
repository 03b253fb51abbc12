// Above every page: whose reminders these are, what time it is for them, finding something, and what the reader has chosen.

import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { cityOf, ownZone, serverClock, showTime, useNow } from '../clock.ts'
import { type Language, language, useWords } from '../language.ts'
import { useKeepPeople } from '../people.ts'
import { place } from '../place.ts'
import { useQuery } from '../query.ts'
import { routeOf } from '../routes.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { chooseTenant, tenant } from '../tenant.ts'
import { type Theme, theme } from '../theme.ts'
import { words } from '../words/core.ts'
import { isZone } from '../zone-names.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Choice, Select } from './field.tsx'
import { Find } from './find.tsx'
import { ZoneField } from './zone-field.tsx'

export function TopBar() {
  const w = useWords(words)
  const [isOpen, setOpen] = useState(false)
  useKeepPeople()
  return (
    <header class="top">
      <TenantChoice />
      <Find />
      <Clock />
      <Button kind="quiet" icon="settings" label={w.settings} onPress={() => setOpen(true)} />
      {isOpen && <Settings onClose={() => setOpen(false)} />}
    </header>
  )
}

function TenantChoice() {
  const w = useWords(words)
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  const home = current.state === 'in' ? current.who.tenant : ''
  const chosen = useStore(tenant) || home
  const { value } = useQuery('tenants', () => api.tenants.list({ limit: 200 }), {
    enabled: isOperator,
    live: ['tenant'],
  })
  // Drawn anew where somebody stays: the field shows what was chosen, and not what is.
  const [refused, setRefused] = useState(0)
  const choose = (id: string) => {
    const { path, search } = place.get()
    const found = routeOf(path)
    // What is looked at is of one tenant: in another it would not be there.
    const isOne = found && Object.keys(found.params).length > 0
    const isChosen = isOne ? chooseTenant(id, `/${found.route.name}`) : chooseTenant(id, path, search)
    if (!isChosen) setRefused(refused + 1)
  }
  if (!isOperator) return <span class="tenant">{home}</span>
  const known = value?.items.map(({ id, name }) => [id, name ?? id] as const) ?? []
  const options = known.some(([id]) => id === chosen) ? known : [[chosen, chosen] as const, ...known]
  return <Select key={refused} label={w.tenant} hidesLabel value={chosen} onChange={choose} options={options} />
}

function Clock() {
  const w = useWords(words)
  const now = useNow(1_000)
  const zone = useStore(ownZone)
  const { isDriven } = useStore(serverClock)
  return (
    <span class={`clock${isDriven ? ' driven' : ''}`} title={isDriven ? w.drivenClock : zone}>
      {showTime(now, zone)} <span class="faint">{cityOf(zone)}</span>
    </span>
  )
}

function Settings({ onClose }: { readonly onClose: () => void }) {
  const w = useWords(words)
  const [zone, setZone] = useState(ownZone.get())
  return (
    <Dialog title={w.settings} onClose={onClose}>
      <Choice
        label={w.language}
        value={useStore(language)}
        onChange={(value: Language) => language.set(value)}
        options={[
          ['en', 'English'],
          ['ko', '한국어'],
        ]}
      />
      <Choice
        label={w.theme}
        value={useStore(theme)}
        onChange={(value: Theme) => theme.set(value)}
        options={[
          ['system', w.themes.system],
          ['light', w.themes.light],
          ['dark', w.themes.dark],
        ]}
      />
      <ZoneField
        label={w.zone}
        value={zone}
        onInput={(value) => {
          setZone(value)
          if (isZone(value)) ownZone.set(value)
        }}
      />
      <Button onPress={signOut}>{w.signOut}</Button>
    </Dialog>
  )
}
