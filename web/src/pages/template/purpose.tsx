// For which messages a template is. It stands above the texts, and says in a sentence what is chosen: words for a meeting that went into
// every message would be noticed by those who get them.

import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Radios, Select, TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { useQuery } from '../../query.ts'
import { nameWords } from '../../step-words.ts'
import { tellPurpose } from '../../stories/purpose.ts'
import { tellChannel } from '../../stories/tell.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { words } from '../../words/templates.ts'
import { hasPurpose, purposeOf, type Reach } from './draft.ts'
import type { DraftProps } from './texts.tsx'
import { wrongWith } from './use-preview.ts'

const reaches: readonly Reach[] = ['all', 'meetings', 'some']
const kinds = ['24h_before', '1h_before', '15m_before', 'at_time']

interface PurposeProps extends DraftProps {
  /** It was to be saved without. */
  readonly isMissed: boolean
}

export function Purpose({ draft, onChange, error, isMissed }: PurposeProps) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const isSaid = hasPurpose(draft)
  return (
    <Panel title={w.purpose}>
      <Radios<Reach | ''>
        label={w.purposeAsk}
        value={draft.reach ?? ''}
        onChange={(reach) => reach !== '' && onChange({ reach })}
        options={reaches.map((one) => [one, w.reaches[one]] as const)}
      />
      {draft.reach === 'some' && <Some draft={draft} onChange={onChange} error={error} />}
      <p class={isMissed && !isSaid ? 'refused' : 'hint'} role={isMissed && !isSaid ? 'alert' : 'status'}>
        {isSaid ? w.usedFor(tellPurpose(purposeOf(draft), w, t)) : draft.reach === null ? w.notChosen : w.notNamed}
      </p>
      {isSaid && <p class="hint">{w.purposeAbout}</p>}
    </Panel>
  )
}

function Some({ draft, onChange, error }: DraftProps) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const { value } = useQuery('channels', () => api.channels.list())
  const names = value?.items.map(({ name }) => name) ?? []
  const known = draft.channel === '' || names.includes(draft.channel) ? names : [draft.channel, ...names]
  return (
    <div class="pair">
      <TextField
        label={w.entityType}
        value={draft.entityType}
        placeholder={w.any}
        offers={['meeting', 'note', 'task']}
        onInput={(entityType) => onChange({ entityType })}
        error={wrongWith(error, '/for/entityType')}
      />
      <TextField
        label={w.kind}
        value={draft.kind}
        placeholder={w.any}
        offers={kinds.map((kind) => ({ value: kind, label: nameWords(kind) }))}
        onInput={(kind) => onChange({ kind })}
        error={wrongWith(error, '/for/kind')}
      />
      <Select
        label={w.channel}
        value={draft.channel}
        onChange={(channel) => onChange({ channel })}
        options={[['', w.anyChannel], ...known.map((name) => [name, tellChannel(name, t)] as const)]}
      />
    </div>
  )
}
