import '../../styles/stories.css'
import { api, type Entity } from '../../api.ts'
import { ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { ThingStatus } from '../../parts/thing-status.tsx'
import { When } from '../../parts/when.tsx'
import { usePeople } from '../../people.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { useStore } from '../../store.ts'
import { TimeLine } from '../../stories/chapter.tsx'
import { orNull, useEntity } from '../../stories/entity.ts'
import { tellKind } from '../../stories/tell.ts'
import { words } from '../../words/entity.ts'
import { words as reminderWords } from '../../words/reminder.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { Acts } from './acts.tsx'
import { chaptersOf } from './chapters.ts'
import { Grid } from './grid.tsx'
import { inOrder } from './order.ts'

export default function EntityPage({ type = '', id = '' }: PageProps) {
  const w = useWords(words)
  const r = useWords(reminderWords)
  const t = useWords(tellingWords)
  const own = useStore(ownZone)
  const { nameOf } = usePeople()
  const options = {
    live: ['delivery', 'reminder', 'entity', 'meeting', 'alarm'],
    concerns: ({ entity }: { entity: { type: string; id: string } | null }) =>
      entity === null || (entity.type === type && entity.id === id),
  }
  const entity = useEntity(type, id)
  const line = useQuery(`timeline ${type}/${id}`, () => api.entities.timeline({ type, id }), options)
  const meeting = useQuery(`meeting of ${id}`, () => orNull(api.meetings.get({ id })), { enabled: type === 'meeting' })
  const it = entity.value
  const items = line.value?.items
  const toCome = items?.filter(({ what }) => what === 'upcoming').length ?? 0
  const isPlain = type !== 'meeting' || meeting.value === null
  return (
    <Page
      title={it?.title || `${type} ${id}`}
      about={w.about}
      actions={
        <>
          {it && isPlain && <Acts entity={it} toCome={toCome} />}
          {meeting.value && (
            <a class="button main" href={hrefs.meeting(id)}>
              {w.toMeeting}
            </a>
          )}
        </>
      }
    >
      {meeting.value && <p class="headline next">{w.isMeeting}</p>}
      {line.error ? <Failed error={line.error} again={line.refresh} /> : null}
      {it !== undefined && <Facts entity={it} />}
      {items ? (
        <>
          <Panel title={w.reminders}>
            <p class="faint">{w.remindersAbout}</p>
            <Grid items={items} entityType={type} entity={it ?? null} />
          </Panel>
          <Panel title={w.story}>
            <TimeLine
              chapters={chaptersOf(items, it?.at?.timezone ?? own, { w, r, t, type, nameOf })}
              label={w.story}
            />
          </Panel>
        </>
      ) : line.error ? null : (
        <Loading />
      )}
    </Page>
  )
}

function Facts({ entity }: { readonly entity: Entity | null }) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  if (!entity)
    return (
      <Panel>
        <p class="faint">{w.onlyReminders}</p>
      </Panel>
    )
  const { type, id: name, recipients, plan, body } = entity
  const steps = Array.isArray(plan)
    ? inOrder(plan)
        .map(({ kind }) => tellKind(kind, t))
        .join(', ')
    : plan
  return (
    <Panel>
      <dl class="facts">
        <dt>{w.when}</dt>
        <dd>
          <Anchor entity={entity} /> <ThingStatus entity={entity} />
        </dd>
        <dt>{w.who}</dt>
        <dd>
          {recipients.length === 0
            ? w.nobody
            : recipients.map(({ id }, i) => (
                <span key={id}>
                  {i > 0 && ', '}
                  <RecipientName id={id} />
                </span>
              ))}
        </dd>
        <dt>{w.plan}</dt>
        <dd>{steps || w.noPlan}</dd>
        {body && (
          <>
            <dt>{w.says}</dt>
            <dd>{body}</dd>
          </>
        )}
        <dt>{w.named}</dt>
        <dd class="faint">
          {type} {name}
        </dd>
      </dl>
    </Panel>
  )
}

function Anchor({ entity: { at } }: { readonly entity: Entity }) {
  const w = useWords(words)
  if (!at) return <span class="faint">{w.noDate}</span>
  if (at.instant)
    return <When time={{ instant: at.instant, local: at.local ?? '', timezone: at.timezone ?? 'UTC' }} hasDistance />
  // Each recipient's own wall clock: there is no one instant to show in another zone.
  return <span>{at.local && showTime(`${at.local.slice(0, 16)}:00Z`, 'UTC')}</span>
}
