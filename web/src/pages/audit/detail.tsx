// One entry of the audit trail as it was written down.

import type { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { EntityName, hrefs, RecipientName } from '../../parts/names.tsx'
import { When } from '../../parts/when.tsx'
import { tellAction } from '../../stories/changes.ts'
import { words } from '../../words/audit.ts'

export type Entry = Awaited<ReturnType<typeof api.audit.list>>['items'][number]

export function Detail({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const w = useWords(words)
  const { action, actor, at, entity, title, recipient, reminderId, data } = entry
  return (
    <Dialog title={tellAction(action, data)} onClose={onClose}>
      <dl class="facts">
        <dt>{w.when}</dt>
        <dd>
          <When time={at} hasDistance />
        </dd>
        <dt>{w.by}</dt>
        <dd>{actor}</dd>
        {entity && (
          <>
            <dt>{w.thing}</dt>
            <dd>
              <EntityName entity={entity} title={title} />
              {title && <span class="faint"> {`${entity.type} ${entity.id}`}</span>}
            </dd>
          </>
        )}
        {recipient && (
          <>
            <dt>{w.recipient}</dt>
            <dd>
              <RecipientName id={recipient} /> <span class="faint">{recipient}</span>
            </dd>
          </>
        )}
        {reminderId && (
          <>
            <dt>{w.reminder}</dt>
            <dd>
              <a href={hrefs.reminder(reminderId)}>{entity ? w.story : title || w.story}</a>
            </dd>
          </>
        )}
      </dl>
      <h3>{w.data}</h3>
      <pre>{JSON.stringify(data, null, 2)}</pre>
    </Dialog>
  )
}
