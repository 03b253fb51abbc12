// One entry of the audit trail: in sentences, and as it was written down for who wants to know it exactly.

import type { Actors } from '../../actors.ts'
import type { api } from '../../api.ts'
import { ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { EntityName, hrefs, RecipientName } from '../../parts/names.tsx'
import { When } from '../../parts/when.tsx'
import { useStore } from '../../store.ts'
import { fieldsOf, tellAction } from '../../stories/changes.ts'
import { words } from '../../words/audit.ts'
import { words as reminderWords } from '../../words/reminder.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { words as templateWords } from '../../words/templates.ts'
import { namedIn, sentencesOf } from './what.ts'

export type Entry = Awaited<ReturnType<typeof api.audit.list>>['items'][number]

interface DetailProps {
  readonly entry: Entry
  readonly actors: Actors
  readonly onClose: () => void
}

export function Detail({ entry, actors, onClose }: DetailProps) {
  const w = useWords(words)
  const [reminder, telling, template] = [useWords(reminderWords), useWords(tellingWords), useWords(templateWords)]
  const zone = useStore(ownZone)
  const named = namedIn(entry, actors.tell)
  const sentences = sentencesOf(entry, { w, reminder, telling, template, zone })
  const { action, actor, at, entity, title, recipient, reminderId, data } = entry
  return (
    <Dialog title={tellAction(action, data)} onClose={onClose}>
      <dl class="facts">
        <dt>{w.when}</dt>
        <dd>
          <When time={at} hasDistance />
        </dd>
        <dt>{w.by}</dt>
        <dd title={actor}>{actors.tell(actor)}</dd>
        {named && (
          <>
            <dt>{w.thing}</dt>
            <dd>{named.href === null ? named.text : <a href={named.href}>{named.text}</a>}</dd>
          </>
        )}
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
      {sentences.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {Object.keys(fieldsOf(data)).length > 0 && (
        <details>
          <summary>{w.data}</summary>
          <pre>{JSON.stringify(data, null, 2)}</pre>
        </details>
      )}
    </Dialog>
  )
}
