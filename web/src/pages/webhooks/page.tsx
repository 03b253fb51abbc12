import { useState } from 'preact/hooks'
import { api, type Webhook } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Listed } from '../../parts/listed.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty } from '../../parts/said.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { go, useSearch } from '../../place.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/webhooks.ts'
import { type Made, NewWebhook } from './new-webhook.tsx'

export default function Webhooks() {
  const w = useWords(words)
  const c = useWords(core)
  const [isNew, setNew] = useSearch('new')
  const [made, setMade] = useState<Made | null>(null)
  const list = usePages(
    'webhooks',
    (cursor) => api.webhooks.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    { live: ['webhook'] },
  )
  return (
    <Page
      title={c.pages.webhooks}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setNew('1')}>
          {w.add}
        </Button>
      }
    >
      <Listed
        list={list}
        keyOf={({ id }) => id}
        label={c.pages.webhooks}
        draw={(one) => <Line webhook={one} />}
        empty={
          <Empty icon="webhooks" title={w.none}>
            <p>{w.noneNext}</p>
          </Empty>
        }
      />
      {isNew && <NewWebhook onClose={() => setNew('')} onMade={setMade} />}
      {made?.secret && (
        <ShownOnce
          title={w.secretOf(made.id)}
          label={w.secret}
          value={made.secret}
          onClose={() => go(hrefs.webhook(made.id))}
        />
      )}
    </Page>
  )
}

function Line({ webhook: { id, url, description, disabledAt } }: { readonly webhook: Webhook }) {
  const w = useWords(words)
  return (
    <>
      <span class="grow">
        <a href={hrefs.webhook(id)}>
          <strong>{id}</strong>
        </a>{' '}
        <span class="faint">{description}</span>
        <br />
        <span class="faint">{url}</span>
      </span>
      <span class={`badge ${disabledAt ? 'warn' : 'good'}`}>{disabledAt ? w.off : w.on}</span>
    </>
  )
}
