// Addresses that nobody can be reached at any more, until somebody says otherwise.

import { act } from '../../act.ts'
import { api, type Recipient } from '../../api.ts'
import { useWords } from '../../language.ts'
import type { Paged } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { When } from '../../parts/when.tsx'
import { tellChannel } from '../../stories/tell.ts'
import { words } from '../../words/attention.ts'
import { words as tellingWords } from '../../words/telling.ts'

export function Addresses({ list }: { readonly list: Paged<Recipient> }) {
  const w = useWords(words)
  if (list.items.length === 0) return null
  return (
    <Panel title={w.titles.addresses}>
      <p class="faint">{w.means.addresses}</p>
      <ul class="told-list">
        {list.items.flatMap((recipient) =>
          Object.entries(recipient.suspended).map(([channel, why]) => (
            <Address key={`${recipient.id} ${channel}`} recipient={recipient} channel={channel} why={why} />
          )),
        )}
      </ul>
      {!list.isComplete && <Button onPress={list.more}>{w.more}</Button>}
    </Panel>
  )
}

interface AddressProps {
  readonly recipient: Recipient
  readonly channel: string
  readonly why: Recipient['suspended'][string]
}

function Address({ recipient, channel, why }: AddressProps) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const { id, name, addresses } = recipient
  const useAgain = () =>
    act({
      run: () => api.recipients.verifyAddress({ id, channel }),
      said: w.usedAgain(name || id),
      undo: () => api.recipients.suspendAddress({ id, channel, reason: why.reason }),
      undone: w.suspendedAgain,
    })
  return (
    <li class="told">
      <div class="what">
        <strong>
          <a href={hrefs.recipient(id)}>{name || id}</a>
        </strong>{' '}
        · {tellChannel(channel, t)} {addresses[channel]}
        <div>{w.faults[why.reason] ?? why.reason}</div>
        <div class="faint">
          {w.since} <When time={why.at} />
        </div>
      </div>
      <div class="actions">
        <Button kind="main" onPress={useAgain}>
          {w.useAgain}
        </Button>
      </div>
    </li>
  )
}
