// One endpoint: where it is, whether it is used, and what went there.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, BelfryApiError, type Webhook } from '../../api.ts'
import { ownZone, showTime, useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/webhooks.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { Went } from './went.tsx'
import '../../styles/webhook.css'

export default function WebhookPage({ id = '' }: PageProps) {
  const w = useWords(words)
  const c = useWords(core)
  const { value, error, refresh } = useQuery(`webhook ${id}`, () => api.webhooks.get({ id }), { live: ['webhook'] })
  if (error instanceof BelfryApiError && error.status === 404)
    return (
      <Page title={id}>
        <Empty icon="webhooks" title={w.notThere}>
          <a href="/webhooks">{c.pages.webhooks}</a>
        </Empty>
      </Page>
    )
  if (error && !value) return <Failed error={error} again={refresh} />
  return (
    <Page title={id} about={w.usedAs(id)} actions={value && <WebhookActions webhook={value} />}>
      {value ? (
        <>
          <Where key={`${value.url} ${value.description}`} webhook={value} />
          <Went id={id} />
        </>
      ) : (
        <Loading rows={8} />
      )}
    </Page>
  )
}

function Where({ webhook }: { readonly webhook: Webhook }) {
  const w = useWords(words)
  const c = useWords(core)
  const zone = useStore(ownZone)
  const now = useNow()
  const { id, version, disabledAt, disabledReason, previousSecretUntil } = webhook
  const [url, setUrl] = useState(webhook.url)
  const [description, setDescription] = useState(webhook.description ?? '')
  const isChanged = url !== webhook.url || description !== (webhook.description ?? '')
  const save = () =>
    act({
      run: () => api.webhooks.put({ id, url: url.trim(), description: description.trim() || null }, { version }),
      said: w.saved,
      undo: () => api.webhooks.put({ id, url: webhook.url, description: webhook.description }),
    })
  return (
    <Panel title={w.where} actions={isChanged && <Button onPress={save}>{c.save}</Button>}>
      <p>
        <span class={`badge ${disabledAt ? 'warn' : 'good'}`}>{disabledAt ? w.off : w.on}</span>{' '}
        {disabledReason && <span class="faint">{w.whyOff[disabledReason]}</span>}
      </p>
      {previousSecretUntil && Date.parse(previousSecretUntil.instant) > now && (
        <p class="hint">{w.oldSecretUntil(showTime(previousSecretUntil.instant, zone))}</p>
      )}
      <TextField label={w.url} type="url" value={url} onInput={setUrl} hint={w.urlHint} />
      <TextField label={w.description} value={description} onInput={setDescription} />
    </Panel>
  )
}
