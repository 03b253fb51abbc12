// What Belfry does, for who has never seen it: shown where a tenant has nothing yet, and in the demo.

import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useQuery } from '../../query.ts'
import { session } from '../../session.ts'
import { createKept, useStore } from '../../store.ts'
import { chooseTenant, tenant } from '../../tenant.ts'
import { words } from '../../words/welcome.ts'
import { Picture } from './picture.tsx'

const demoName = 'demo'
const hidden = createKept<'' | 'hidden'>('belfry.welcome', '')

export function Welcome({ isOperator }: { readonly isOperator: boolean }) {
  const w = useWords(words)
  const isDemo = useTenant() === demoName
  const isHidden = useStore(hidden) === 'hidden'
  const { value: isEmpty } = useQuery('is empty', hasNothing, { live: ['reminder', 'recipient', 'entity', 'meeting'] })
  if (isEmpty === undefined || (!isEmpty && !(isDemo && !isHidden))) return null
  return (
    <section class="panel welcome" aria-labelledby="welcome">
      <div class="story">
        <h2 id="welcome">{isDemo && !isEmpty ? w.demoTitle : w.title}</h2>
        <p>{w.what}</p>
        <p>{w.how}</p>
        {isDemo && !isEmpty ? <Look /> : <Steps isOperator={isOperator} />}
      </div>
      <Picture />
      {isDemo && !isEmpty && <Button kind="quiet" icon="close" label={w.hide} onPress={() => hidden.set('hidden')} />}
    </section>
  )
}

function useTenant(): string {
  const current = useStore(session)
  return useStore(tenant) || (current.state === 'in' ? current.who.tenant : '')
}

async function hasNothing(): Promise<boolean> {
  const [reminders, recipients, deliveries] = await Promise.all([
    api.reminders.list({ limit: 1 }),
    api.recipients.list({ limit: 1 }),
    api.deliveries.list({ limit: 1 }),
  ])
  return [reminders, recipients, deliveries].every(({ items }) => items.length === 0)
}

function Steps({ isOperator }: { readonly isOperator: boolean }) {
  const w = useWords(words)
  const { value } = useQuery('tenants', () => api.tenants.list({ limit: 200 }), { enabled: isOperator })
  const hasDemo = value?.items.some(({ id }) => id === demoName) ?? false
  const demo = (
    <li key="demo">
      {hasDemo ? (
        <Button kind="main" icon="bell" onPress={() => chooseTenant(demoName, '/')}>
          {w.demo}
        </Button>
      ) : (
        <strong>{w.demo}</strong>
      )}
      <span>{hasDemo ? w.demoAbout : w.noDemoAbout}</span>
    </li>
  )
  return (
    <ol class="first-steps" aria-label={w.steps}>
      {hasDemo && demo}
      <Step href="/meetings?new=1" name={w.meeting} about={w.meetingAbout} isMain={!hasDemo} />
      <Step href="/preview" name={w.remind} about={w.remindAbout} />
      {!hasDemo && isOperator && demo}
    </ol>
  )
}

function Look() {
  const w = useWords(words)
  return (
    <ol class="first-steps">
      {w.look.map(([href, name, about]) => (
        <Step key={href} {...{ href, name, about }} />
      ))}
    </ol>
  )
}

interface StepProps {
  readonly href: string
  readonly name: string
  readonly about: string
  readonly isMain?: boolean
}

function Step({ href, name, about, isMain = false }: StepProps) {
  return (
    <li>
      <a class={`button${isMain ? ' main' : ''}`} href={href}>
        {name} <Icon name="next" />
      </a>
      <span>{about}</span>
    </li>
  )
}
