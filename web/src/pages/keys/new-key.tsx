import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Radios, Select, TextField } from '../../parts/field.tsx'
import { useQuery } from '../../query.ts'
import { words } from '../../words/keys.ts'
import { type Rights, scopesOf } from './key.ts'

export interface Issued {
  readonly name: string
  readonly key: string
}

interface NewKeyProps {
  /** The one that is looked at. */
  readonly tenant: string
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

type Lasts = '' | 'P30D' | 'P90D' | 'P365D'
const lastsAll: readonly Lasts[] = ['', 'P30D', 'P90D', 'P365D']
const rightsAll: readonly Rights[] = ['read', 'write', 'operator']

export function NewKey({ tenant: shown, onClose, onIssued }: NewKeyProps) {
  const w = useWords(words)
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>('write')
  const [tenant, setTenant] = useState(shown)
  const [lasts, setLasts] = useState<Lasts>('')
  const { value } = useQuery('tenants', () => api.tenants.list({ limit: 200 }), { live: ['tenant'] })
  const make = () =>
    act({
      run: async () =>
        onIssued(
          await api.keys.create({
            ...{ name: name.trim(), scopes: scopesOf(rights) },
            ...(rights === 'operator' ? {} : { tenant: tenant.trim() }),
            ...(lasts === '' ? {} : { expiresIn: lasts }),
          }),
        ),
    })
  return (
    <Dialog title={w.add} doneWord={w.add} onClose={onClose} onDone={make}>
      <TextField label={w.name} hint={w.nameHint} value={name} onInput={setName} required autofocus />
      <Radios
        label={w.rights}
        value={rights}
        onChange={setRights}
        options={rightsAll.map((one) => [one, w.rightsOf[one]] as const)}
      />
      {rights !== 'operator' && (
        <TextField
          label={w.tenant}
          hint={w.tenantHint}
          value={tenant}
          onInput={setTenant}
          offers={value?.items.map(({ id }) => id) ?? []}
          required
        />
      )}
      <Select
        label={w.lasts}
        value={lasts}
        onChange={setLasts}
        options={lastsAll.map((one) => [one, w.lastsOf[one]] as const)}
      />
    </Dialog>
  )
}
