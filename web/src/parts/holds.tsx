// What is stopped, by whom, and a way to let go: on every page, because nothing that a page shows comes true meanwhile. For operators: a
// tenant's key does not know of it.

import { act } from '../act.ts'
import { namesKeys, useActors } from '../actors.ts'
import { api, type Overview } from '../api.ts'
import { showDistance } from '../clock.ts'
import { useWords, wordsNow } from '../language.ts'
import { usePlace } from '../place.ts'
import { useQuery } from '../query.ts'
import { routeOf } from '../routes.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { tenant as shownTenant } from '../tenant.ts'
import { words as core } from '../words/core.ts'
import { words } from '../words/holds.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Hold = Overview['holds'][number]

/** Somebody else may have stopped it, and no tenant's feed tells that. */
const everyMs = 30_000

export function Holds() {
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  const own = current.state === 'in' ? current.who.tenant : ''
  const shown = useStore(shownTenant) || own
  const { value } = useQuery('holds', () => api.holds.list(), { enabled: isOperator, live: ['hold'], everyMs })
  // The overview is of all tenants.
  const isOfAll = routeOf(usePlace().path)?.route.name === 'overview'
  const here = value?.items.filter(({ tenant }) => isOfAll || tenant === null || tenant === shown) ?? []
  return (
    <>
      {here.map((hold) => (
        <Held key={`${hold.tenant} ${hold.channel}`} hold={hold} />
      ))}
    </>
  )
}

function Held({ hold }: { readonly hold: Hold }) {
  const w = useWords(words)
  const { tenant, channel, reason, by, since } = hold
  const { tell } = useActors(namesKeys([by]))
  const what = [tenant && w.ofTenant(tenant), channel && w.ofChannel(channel)].filter(Boolean).join(', ')
  return (
    <div class="stopped" role="status">
      <Icon name="attention" />
      <p>
        <strong>{what || w.stoppedAll}</strong>: {reason}{' '}
        <span class="faint">{w.heldBy(tell(by), showDistance(since.instant, Date.now()))}</span>
      </p>
      <Button kind="main" onPress={() => letGo(hold)}>
        {w.release}
      </Button>
    </div>
  )
}

function letGo({ tenant, channel, reason }: Hold): Promise<boolean> {
  const scope = { ...(tenant === null ? {} : { tenant }), ...(channel === null ? {} : { channel }) }
  return act({
    run: () => api.holds.release(scope),
    said: wordsNow(words).released,
    undo: () => api.holds.hold({ ...scope, reason }),
    undone: wordsNow(core).undone,
  })
}
