// What went to an endpoint: each message, and under it how each attempt ended.

import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { hrefs, RecipientName, StateBadge } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/webhooks.ts'

type Sent = Awaited<ReturnType<typeof api.webhooks.deliveries>>['items'][number]

export function Went({ id }: { readonly id: string }) {
  const w = useWords(words)
  const c = useWords(core)
  const list = usePages(
    `went ${id}`,
    (cursor) => api.webhooks.deliveries({ id, limit: 20, ...(cursor === undefined ? {} : { cursor }) }),
    { live: ['delivery'] },
  )
  return (
    <Panel title={w.went}>
      {list.error ? (
        <Failed error={list.error} again={list.refresh} />
      ) : list.items.length === 0 ? (
        list.isLoading ? (
          <Loading rows={3} />
        ) : (
          <p class="faint">{w.nothingWent}</p>
        )
      ) : (
        <ul class="timeline">
          {list.items.map((one) => (
            <li key={one.id} class={one.state}>
              <Line sent={one} />
            </li>
          ))}
        </ul>
      )}
      {!list.isComplete && list.items.length > 0 && (
        <div>
          <Button onPress={list.more}>{c.more}</Button>
        </div>
      )}
    </Panel>
  )
}

function Line({ sent }: { readonly sent: Sent }) {
  const w = useWords(words)
  const { title, entity, reminderId, recipient, state, at, attempts } = sent
  return (
    <>
      <a href={hrefs.reminder(reminderId)}>{title ?? `${entity.type} ${entity.id}`}</a> <StateBadge state={state} />{' '}
      <RecipientName id={recipient} />
      <br />
      <When time={at} />
      {attempts.length > 0 && (
        <details>
          <summary>{w.attempts(attempts.length)}</summary>
          <ol class="tries">
            {attempts.map(({ attempt, at: tried, outcome, status, reply, tookMs }) => (
              <li key={attempt}>
                {w.attempt(attempt)}: {w.outcomes[outcome] ?? outcome}{' '}
                <span class="faint">
                  {status ?? (outcome === 'delivered' ? '' : w.noAnswer)}{' '}
                  {tookMs !== null && `${Math.round(tookMs)} ms`}
                </span>
                <br />
                <When time={tried} />
                {reply && <pre>{reply}</pre>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}
