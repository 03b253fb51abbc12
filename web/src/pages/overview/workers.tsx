import type { Overview } from '../../api.ts'
import { showDistance, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Panel } from '../../parts/page.tsx'
import { Empty } from '../../parts/said.tsx'
import { Scrolled } from '../../parts/scrolled.tsx'
import { words } from '../../words/overview.ts'

type Worker = Overview['workers'][number]

/** Leases are of real time, however the clock is driven. */
export function Workers({ workers }: { readonly workers: readonly Worker[] }) {
  const w = useWords(words)
  return (
    <Panel title={w.workers}>
      {workers.length === 0 ? (
        <Empty icon="attention" title={w.noWorker}>
          <p>{w.noWorkerNext}</p>
        </Empty>
      ) : (
        <Scrolled label={w.workers}>
          <table class="list workers">
            <thead>
              <tr>
                <th scope="col">{w.worker}</th>
                <th scope="col">{w.since}</th>
                <th scope="col">{w.sending}</th>
                <th scope="col">{w.lease}</th>
              </tr>
            </thead>
            <tbody>
              {workers.map((worker) => (
                <Line key={worker.id} worker={worker} />
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
    </Panel>
  )
}

function Line({ worker }: { readonly worker: Worker }) {
  const w = useWords(words)
  const { id, isRunning, since, address, batches, deliveries, leaseUntil } = worker
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <tr>
      <td>
        <code>{id}</code>
        {address && <span class="faint"> {address}</span>}
        {!isRunning && (
          <span class="badge bad" title={w.goneAbout}>
            {w.gone}
          </span>
        )}
      </td>
      <td>
        {since ? (
          <span title={showTime(since.instant, zone)}>{showDistance(since.instant, Date.now())}</span>
        ) : (
          w.nothing
        )}
      </td>
      <td>{batches > 0 ? w.batches(batches, deliveries) : <span class="faint">{w.idle}</span>}</td>
      <td>{leaseUntil ? showDistance(leaseUntil.instant, Date.now()) : w.nothing}</td>
    </tr>
  )
}
