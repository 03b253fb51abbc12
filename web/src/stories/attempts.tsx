// Every try of a delivery, and what the provider answered.

import type { Story } from '../api.ts'
import { useWords } from '../language.ts'
import { When } from '../parts/when.tsx'
import { words as deliveryWords } from '../words/deliveries.ts'
import { words as tellingWords } from '../words/telling.ts'
import { tellMs } from './tell.ts'

type Attempt = Story['attempts'][number]

const toneOf = (outcome: string) =>
  outcome === 'delivered' || outcome === 'settled' ? 'good' : outcome === 'unknown' ? 'warn' : 'bad'

interface AttemptsProps {
  readonly attempts: readonly Attempt[]
  /** The recipient's. */
  readonly zone: string
}

export function Attempts({ attempts, zone }: AttemptsProps) {
  const w = useWords(deliveryWords)
  const t = useWords(tellingWords)
  return (
    <ol class="timeline attempts">
      {/* Counted as people do: the numbers of attempts are tokens, and have gaps. */}
      {attempts.map(({ attempt, at, outcome, reply, tookMs }, i) => (
        <li key={attempt} class={toneOf(outcome)}>
          <strong>{w.attempt(i + 1)}</strong> · {t.outcomes[outcome] ?? outcome}
          <div class="faint">
            <When time={{ ...at, timezone: zone }} />
            {tookMs !== null && ` · ${w.took(tellMs(tookMs))}`}
          </div>
          {reply && <pre class="reply">{reply}</pre>}
        </li>
      ))}
    </ol>
  )
}
