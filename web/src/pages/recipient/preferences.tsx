// What somebody does not want: ways, kinds of reminders, types of things. What is ticked is sent.

import { useMemo, useRef, useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Recipient } from '../../api.ts'
import { useChannelName, useChannels } from '../../channels.ts'
import { useWords, wordsNow } from '../../language.ts'
import { oneAtATime } from '../../one-at-a-time.ts'
import { Button } from '../../parts/button.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { tellKind } from '../../stories/tell.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/recipients.ts'
import { words as tellingWords } from '../../words/telling.ts'

/** Of the plan that every installation begins with. Others are named once, and are ticked on and off from then on. */
const usualKinds = ['24h_before', '1h_before', '15m_before']

interface PreferencesProps {
  readonly recipient: Recipient
  /** Shown at once; what the server said before that does not count any more. */
  readonly onChange: (preferences: Recipient['preferences']) => void
}

export function Preferences({ recipient: { id, preferences }, onChange }: PreferencesProps) {
  const w = useWords(words)
  const c = useWords(core)
  const t = useWords(tellingWords)
  const channelName = useChannelName()
  const { value } = useChannels()
  const [kind, setKind] = useState('')
  /** Null: as it is stored. */
  const [typed, setTypes] = useState<string | null>(null)
  const types = typed ?? preferences.typesOff.join(', ')
  const put = usePut(id, preferences, onChange)
  const { channelsOff, kindsOff } = preferences
  const save = async () => {
    const isSaved = await put((now) => ({
      kindsOff: [...new Set([...now.kindsOff, ...namesOf(kind)])],
      typesOff: namesOf(types),
    }))
    // What was refused stays, to be corrected.
    if (!isSaved) return
    setKind('')
    setTypes(null)
  }
  const isChanged = namesOf(kind).length > 0 || typed !== null
  return (
    <Panel title={w.preferences}>
      <p class="hint">{w.preferencesAbout}</p>
      <Ticks
        legend={w.channelsOn}
        names={value?.items.map(({ name }) => name) ?? []}
        off={channelsOff}
        tell={channelName}
        onTick={(name, isOn) => void put((now) => ({ channelsOff: without(now.channelsOff, name, isOn) }))}
      />
      <Ticks
        legend={w.kindsOn}
        names={[...new Set([...usualKinds, ...kindsOff])]}
        off={kindsOff}
        tell={(name) => tellKind(name, t)}
        onTick={(name, isOn) => void put((now) => ({ kindsOff: without(now.kindsOff, name, isOn) }))}
      />
      <TextField label={w.otherKind} value={kind} onInput={setKind} hint={w.listHint} />
      <TextField label={w.typesOff} value={types} onInput={setTypes} />
      {isChanged && (
        <Button kind="main" onPress={save}>
          {c.save}
        </Button>
      )}
    </Panel>
  )
}

type Preferred = Recipient['preferences']

function usePut(id: string, preferences: Preferred, onChange: PreferencesProps['onChange']) {
  // What was ticked a moment ago counts, although the server has not told of it yet.
  const latest = useRef(preferences)
  const told = useRef(preferences)
  if (told.current !== preferences) latest.current = told.current = preferences
  const send = useMemo(() => oneAtATime((wanted: Preferred) => api.recipients.putPreferences({ id, ...wanted })), [id])
  return (more: (now: Preferred) => Partial<Preferred>) => {
    const before = latest.current
    latest.current = { ...before, ...more(before) }
    const wanted = latest.current
    return act({
      expect: () => onChange(wanted),
      run: () => send(wanted),
      said: wordsNow(words).saved,
      undo: () => {
        onChange(before)
        return send(before)
      },
    })
  }
}

interface TicksProps {
  readonly legend: string
  readonly names: readonly string[]
  readonly off: readonly string[]
  readonly tell: (name: string) => string
  readonly onTick: (name: string, isOn: boolean) => void
}

function Ticks({ legend, names, off, tell, onTick }: TicksProps) {
  return (
    <fieldset class="ticks">
      <legend>{legend}</legend>
      {names.map((name) => (
        <Check key={name} label={tell(name)} checked={!off.includes(name)} onChange={(isOn) => onTick(name, isOn)} />
      ))}
    </fieldset>
  )
}

function without(off: readonly string[], name: string, isOn: boolean): string[] {
  const others = off.filter((one) => one !== name)
  return isOn ? others : [...others, name]
}

function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
