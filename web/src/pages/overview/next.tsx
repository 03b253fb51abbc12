import { api, type Reminder } from '../../api.ts'
import { useWords } from '../../language.ts'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { useQuery } from '../../query.ts'
import { kindWords } from '../../step-words.ts'
import { words } from '../../words/overview.ts'

const shownMax = 8
/** What is late comes first. */
const always = new Date(0).toISOString()

/** What rings next in this tenant, as it changes. */
export function Next() {
  const w = useWords(words)
  const { value, error, refresh } = useQuery(
    'next eight',
    () => api.reminders.upcoming({ from: always, limit: shownMax }),
    {
      live: ['delivery', 'reminder', 'entity', 'meeting', 'alarm'],
    },
  )
  return (
    <Panel
      title={w.next}
      actions={
        <>
          <a href="/preview">{w.remind}</a>
          <a href="/upcoming">{w.allUpcoming}</a>
        </>
      }
    >
      {value && value.items.length > 0 ? (
        <ul class="next-rings">
          {value.items.map((one) => (
            <Line key={one.id} reminder={one} />
          ))}
        </ul>
      ) : value ? (
        <Empty icon="upcoming" title={w.nothingNext}>
          <p>
            <a href="/preview">{w.nothingNextHow}</a>
          </p>
        </Empty>
      ) : error ? (
        <Failed error={error} again={refresh} />
      ) : (
        <Loading rows={shownMax} />
      )}
    </Panel>
  )
}

function Line({ reminder }: { readonly reminder: Reminder }) {
  const { id, title, entity, recipient, dueAt } = reminder
  const kind = kindWords(reminder)
  return (
    <li>
      <a class="grow" href={hrefs.reminder(id)}>
        {title || `${entity.type} ${entity.id}`}
      </a>
      <span class="faint">
        <RecipientName id={recipient} />
        {kind && ` · ${kind}`}
      </span>
      <When time={dueAt} isShort hasDistance />
    </li>
  )
}
