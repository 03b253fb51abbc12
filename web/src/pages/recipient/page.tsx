// One person: who they are, where they are reached, what they want, and what rings for them.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, BelfryApiError, type Recipient } from '../../api.ts'
import { useChannels } from '../../channels.ts'
import { cityOf, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/recipients.ts'
import { Addresses } from './addresses.tsx'
import { Lately, ToCome } from './lists.tsx'
import { Preferences } from './preferences.tsx'
import { QuietHours } from './quiet-hours.tsx'
import '../../styles/recipients.css'

export default function RecipientPage({ id = '' }: PageProps) {
  const w = useWords(words)
  const c = useWords(core)
  const channels = useChannels()
  const found = useQuery(`recipient ${id}`, () => api.recipients.get({ id }), {
    live: ['recipient', 'address', 'chat'],
    concerns: ({ recipient }) => recipient === id,
  })
  if (found.error instanceof BelfryApiError && found.error.status === 404)
    return (
      <Page title={id}>
        <Empty icon="recipients" title={w.notThere}>
          <a href="/recipients">{c.pages.recipients}</a>
        </Empty>
      </Page>
    )
  if (found.error && !found.value) return <Failed error={found.error} again={found.refresh} />
  const { value } = found
  // With them, so that nothing moves when they arrive.
  const isReady = channels.value !== undefined || Boolean(channels.error)
  return (
    <Page
      title={value?.name || id}
      about={value ? aboutOf(value) : id}
      actions={value && <Actions recipient={value} />}
    >
      {value && isReady ? (
        <>
          {value.paused && <p class="lost">{w.pausedHint}</p>}
          <div class="columns">
            {/* Each begins anew when what it shows was changed; what is typed into the others stays. */}
            <Details key={`${value.name} ${value.timezone} ${value.locale}`} recipient={value} />
            <Addresses recipient={value} />
            <Preferences
              recipient={value}
              onChange={(preferences) => found.change((now) => ({ ...now, preferences }))}
            />
            <QuietHours key={JSON.stringify(value.quietHours)} recipient={value} />
            <ToCome id={id} zone={value.timezone} />
            <Lately id={id} />
          </div>
        </>
      ) : (
        <Loading rows={10} />
      )}
    </Page>
  )
}

function aboutOf({ id, timezone }: Recipient): string {
  return `${id} · ${cityOf(timezone)} (${timezone})`
}

function Actions({ recipient: { id, paused } }: { readonly recipient: Recipient }) {
  const w = useWords(words)
  const [isErasing, setErasing] = useState(false)
  const pause = () =>
    act({
      run: () => api.recipients.put({ id, paused: {} }),
      said: w.wasPaused,
      undo: () => api.recipients.put({ id, paused: null }),
      undone: w.wasResumed,
    })
  const resume = () =>
    act({
      run: () => api.recipients.put({ id, paused: null }),
      said: paused?.until ? `${w.wasResumed} (${showTime(paused.until.instant, paused.until.timezone)})` : w.wasResumed,
      undo: () => api.recipients.put({ id, paused: paused?.until ? { until: paused.until.instant } : {} }),
    })
  const openInbox = async () => {
    const { token } = await api.recipients.issueToken({ id, expiresIn: 'PT1H' })
    window.open(`/inbox#token=${token}`, '_blank', 'noopener')
  }
  return (
    <>
      <Button onPress={openInbox}>{w.openInbox}</Button>
      <Button onPress={paused ? resume : pause}>{paused ? w.resume : w.pause}</Button>
      <Button kind="danger" onPress={() => setErasing(true)}>
        {w.erase}
      </Button>
      {isErasing && (
        <Dialog
          title={w.erase}
          kind="danger"
          doneWord={w.erase}
          onClose={() => setErasing(false)}
          onDone={async () => {
            if (await act({ run: () => api.recipients.remove({ id }), said: w.erased })) go('/recipients')
          }}
        >
          <p>{w.eraseAsk(id)}</p>
        </Dialog>
      )}
    </>
  )
}

function Details({ recipient }: { readonly recipient: Recipient }) {
  const w = useWords(words)
  const c = useWords(core)
  const [name, setName] = useState(recipient.name ?? '')
  const [timezone, setZone] = useState(recipient.timezone)
  const [locale, setLocale] = useState(recipient.locale)
  const { id } = recipient
  const before = { name: recipient.name, timezone: recipient.timezone, locale: recipient.locale }
  const isChanged = name !== (before.name ?? '') || timezone !== before.timezone || locale !== before.locale
  const save = () =>
    act({
      run: () => api.recipients.put({ id, name: name.trim() || null, timezone, locale }),
      said: timezone === recipient.timezone ? w.saved : w.zoneSaved,
      undo: () => api.recipients.put({ id, ...before }),
    })
  return (
    <Panel title={w.details} actions={isChanged && <Button onPress={save}>{c.save}</Button>}>
      <TextField label={w.name} value={name} onInput={setName} />
      <ZoneField label={w.zone} value={timezone} onInput={setZone} />
      <Select label={w.locale} value={locale} onChange={setLocale} options={localesOf(locale)} />
    </Panel>
  )
}

/** Those that messages are written in, and whatever this one has. */
function localesOf(current: string): readonly (readonly [string, string])[] {
  const known = [
    ['en', 'English'],
    ['ko', '한국어'],
  ] as const
  return known.some(([tag]) => tag === current) ? known : [...known, [current, current]]
}
