import '../../styles/stories.css'
import { api, type Story } from '../../api.ts'
import { ownZone, useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { EntityName, RecipientName } from '../../parts/names.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { useSearch } from '../../place.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { useStore } from '../../store.ts'
import { TimeLine } from '../../stories/chapter.tsx'
import { type ComeBack, comeBackOf, isEndedByHand, stoodIn } from '../../stories/come-back.ts'
import { DeliveryDialog } from '../../stories/delivery-detail.tsx'
import { alarmDoneAt } from '../../stories/done-alarm.ts'
import { useEntity } from '../../stories/entity.ts'
import { headlineOf } from '../../stories/headline.ts'
import { useRecipient } from '../../stories/recipients.ts'
import { tellWhich } from '../../stories/tell.ts'
import { words } from '../../words/reminder.ts'
import { words as actsWords } from '../../words/reminder-acts.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { Acts } from './acts.tsx'
import { chaptersOf } from './chapters.tsx'
import { DoneAlarmActs } from './done-alarm.tsx'
import { Next } from './next.tsx'

export default function ReminderPage({ id = '' }: PageProps) {
  const w = useWords(words)
  const story = useQuery(`story ${id}`, () => api.reminders.explain({ id }), {
    live: ['delivery', 'reminder', 'alarm', 'entity', 'meeting', 'address', 'recipient', 'hold'],
  })
  if (story.value) return <Told story={story.value} />
  return (
    <Page title={w.fallbackTitle}>
      {story.error ? <Failed error={story.error} again={story.refresh} /> : <Loading />}
    </Page>
  )
}

function Told({ story }: { readonly story: Story }) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const acts = useWords(actsWords)
  const own = useStore(ownZone)
  const nowMs = useNow()
  const [open, setOpen] = useSearch('delivery')
  const { reminder } = story
  const { who, recipient } = useRecipient(reminder.recipient)
  const thing = useThing(reminder.entity)
  const zone = recipient?.timezone ?? reminder.timezone ?? own
  const teller = { who, recipient, zone: own, nowMs, w, t }
  const { tone, text, more } = headlineOf(story, teller)
  const comesBack = useComeBack(story, nowMs)
  return (
    <Page
      title={reminder.title || `${reminder.entity.type} ${reminder.entity.id}`}
      about={w.about(who)}
      actions={
        alarmDoneAt(story) === null ? <Acts {...{ story, who, zone, comesBack }} /> : <DoneAlarmActs story={story} />
      }
    >
      <div class={`headline ${tone}`} role="status">
        {text}
        {more.map((line) => (
          <div key={line} class="beside-it">
            {line}
          </div>
        ))}
        {comesBack !== null && comesBack !== 'possible' && <div class="beside-it">{acts.notBack[comesBack]}</div>}
      </div>
      <div class="columns story">
        <Panel title={w.story}>
          <TimeLine chapters={chaptersOf(story, thing, zone, teller)} label={w.story} />
        </Panel>
        <Panel title={w.next}>
          <Next story={story} zone={zone} teller={teller} />
          <dl class="facts">
            <dt>{w.what}</dt>
            <dd>
              <EntityName entity={reminder.entity} title={reminder.title} />
            </dd>
            <dt>{w.who}</dt>
            <dd>
              <RecipientName id={reminder.recipient} /> · {zone}
            </dd>
            <dt>{w.which}</dt>
            <dd>{tellWhich(reminder, t)}</dd>
            {reminder.body && (
              <>
                <dt>{w.says}</dt>
                <dd>{reminder.body}</dd>
              </>
            )}
          </dl>
        </Panel>
      </div>
      {open !== '' && <DeliveryDialog id={open} onClose={() => setOpen('')} />}
    </Page>
  )
}

/** Null: nobody has ended it by hand, or what it is about is not known yet. */
function useComeBack({ reminder, deliveries, changes }: Story, nowMs: number): ComeBack | null {
  const { type, id } = reminder.entity
  const [last] = deliveries
  const isEnded = reminder.state === 'cancelled' && last !== undefined && isEndedByHand(last)
  const stood = isEnded ? stoodIn(changes) : null
  const isStep = stood?.step != null
  const { value: entity } = useEntity(type, id, isStep)
  if (!stood || (isStep && entity === undefined)) return null
  return comeBackOf(stood, reminder.recipient, entity ?? null, nowMs)
}

/** What was done to what it is about, the oldest first. */
function useThing({ type, id }: Story['reminder']['entity']) {
  const { value } = useQuery(
    `changes of ${type}/${id}`,
    () => api.audit.list({ entityType: type, entityId: id, limit: 100 }),
    { live: ['entity', 'meeting'], concerns: ({ entity }) => entity?.type === type && entity.id === id },
  )
  const own = value?.items.filter(({ action }) => action.startsWith('entity_')) ?? []
  return own
    .map(({ id: key, at, actor, action, data }) => ({ key, instant: at.instant, actor, action, data }))
    .reverse()
}
