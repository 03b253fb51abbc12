// Builds that break the send protocol in one place each. A proof that lets one of them pass proves nothing: each must be
// caught, and for the right reason.

import { makeBuild, type Patch } from './build.ts'
import { playScenario, type Scenario } from './scenario.ts'
import { cancels } from './scenarios/cancels.ts'
import { frozen } from './scenarios/frozen.ts'
import { handMarks } from './scenarios/hand-marks.ts'
import { kills } from './scenarios/kills.ts'
import { moves } from './scenarios/moves.ts'
import { sameInstant } from './scenarios/same-instant.ts'
import type { Verdict, Violation } from './verdict.ts'

export interface Sabotage {
  readonly name: string
  readonly patches: readonly Patch[]
  /** What must be found. */
  readonly violation: Violation
  readonly scenario: Scenario<object>
  readonly size: object
}

const sql = (name: string) => `dist/storage/sql/${name}.sql`

const someKills = { processes: 3, kills: 6, killEveryMs: 700, restarts: 0, restartEveryMs: 0, perSecond: 100 }
const someMoves = { ...moves.short, kills: 0 }
const someCancels = { cancels: 300, perSecond: 100, kills: 0 }

function sabotage<Size extends object>(
  name: string,
  scenario: Scenario<Size>,
  size: Size,
  violation: Violation,
  patches: readonly Patch[],
): Sabotage {
  return { name, scenario: scenario as unknown as Scenario<object>, size, violation, patches }
}

/** The fire's transaction stays open over its sends (the sink answers within 300 ms): the mark is there only after them. */
const sendThenMark: readonly Patch[] = [
  {
    file: 'dist/engine/firing.js',
    find: ' fired = await fire(db, { ...due, ...this.#fixed(), most, half,',
    replace: `const sendFirst = { transaction: (work, options) => db.transaction(async (tx) => {
        const taken = await work(tx);
        this.#parts.started({ rows: taken.rows, elapsedMs, trace: null });
        await new Promise((resolve) => setTimeout(resolve, 400));
        return taken;
      }, options) };
      fired = await fire(sendFirst, { ...due, ...this.#fixed(), most, half,`,
  },
  {
    file: 'dist/engine/firing.js',
    find: 'this.#parts.started({ rows: fired.rows, elapsedMs, trace: fired.trace });\n        this.#adaptReach(fired.rows);',
    replace: 'this.#adaptReach(fired.rows);',
  },
  // Results wait for that commit.
  {
    file: 'dist/engine/worker.js',
    find: 'this.#results.add(concluded);',
    replace: 'setTimeout(() => this.#results.add(concluded), 1_000);',
  },
]

/** Ends the reminder and stops its deliveries in one statement, which sees what was there when it began. */
const cancelInOneStatement = `with ended as (
  delete from belfry.reminders r using unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
  where r.bucket = k.bucket and r.id = k.id
  returning r.*
),
stopped as (
  update belfry.deliveries d set
    state = case when d.state = 'pending' then 'cancelled' else d.state end,
    reason = case when d.state = 'pending' then $3 else d.reason end,
    pending_at = null, stopped = d.state <> 'pending'
  from unnest($1::smallint[], $2::uuid[]) as k(bucket, reminder)
  where d.bucket = k.bucket and d.reminder = k.reminder and d.state in ('pending', 'sending', 'unknown')
  returning d.reminder, d.occurrence_key, d.state
)
select 'ended' as what, id as reminder, '0' as occurrence_key, 'cancelled' as state from ended
union all
select 'stopped', reminder, occurrence_key::text, state from stopped
union all
select 'sent', d.reminder, d.occurrence_key::text, d.state from belfry.deliveries d
where d.bucket = any ($1::smallint[]) and d.reminder = any ($2::uuid[]) and d.state = 'sent'`

const cancelAtOnce: readonly Patch[] = [
  { file: sql('cancel-in-one'), find: '', replace: cancelInOneStatement },
  {
    file: 'dist/engine/cancel.js',
    find: "const [row] = await tx.run('reminder-for-change', name);",
    replace: 'const row = undefined;',
  },
  {
    file: 'dist/engine/cancel.js',
    find: "const ended = row ? await tx.run('end-reminders', [[row.bucket], [id], 'cancelled', reason]) : [];",
    replace: `const once = await tx.run('cancel-in-one', [[bucketOf(id)], [id], reason]);
      const ended = once.filter(({ what }) => what === 'ended');`,
  },
  {
    file: 'dist/engine/cancel.js',
    find: 'const found = await stopReminder(tx, id, reason);',
    replace: `const found = {
      stopped: once.filter(({ what }) => what === 'stopped'), sent: once.filter(({ what }) => what === 'sent') };`,
  },
]

/** What is due is decided by the clock of the process that asks. */
const applicationClock: readonly Patch[] = [
  {
    file: 'dist/storage/statements.js',
    find: 'return text;',
    replace: "return text.replaceAll('belfry.now()', 'to_timestamp(' + Date.now() + ' / 1000.0)');",
  },
  // The text is another each time, so it cannot be prepared.
  { file: 'dist/storage/database.js', find: 'const query = isDirect', replace: 'const query = false' },
]

const noUniqueKey: readonly Patch[] = [
  {
    file: 'migrations/0001_engine.sql',
    find: 'primary key (bucket, reminder, occurrence_key),',
    replace: '',
  },
  {
    file: 'migrations/0001_engine.sql',
    find: 'create index deliveries_pending ',
    replace: `create index deliveries_key on belfry.deliveries (bucket, reminder, occurrence_key);
      create index deliveries_pending `,
  },
  {
    file: sql('mark'),
    find: 'on conflict (bucket, reminder, occurrence_key) do update set',
    replace: 'on conflict do nothing /*',
  },
  {
    file: sql('mark'),
    find: 'returning reminder, occurrence_key::text, occurrence, attempt',
    replace: '*/ returning reminder, occurrence_key::text, occurrence, attempt',
  },
]

const underWay = "d.state in ('pending', 'sending', 'unknown')"

/** What has fired has no row any more; only what has one is stopped. */
const stopsByRow: Patch = {
  file: sql('write-entity'),
  find: underWay,
  replace: `${underWay} and exists (select from belfry.reminders r where r.bucket = d.bucket and r.id = d.reminder)`,
}

export const sabotages: Readonly<Record<string, Sabotage>> = {
  'no-attempt-predicate': sabotage('no attempt predicate', frozen, frozen.short, 'sent_twice', [
    { file: sql('conclude'), find: ' and d.attempt = r.attempt', replace: '' },
    { file: sql('conclude-plain'), find: ' and d.attempt = 1', replace: '' },
  ]),
  'mark-after-send': sabotage('mark after send', kills, someKills, 'sent_twice', sendThenMark),
  'reap-to-due': sabotage('reap puts sending back to due', kills, someKills, 'sent_twice', [
    {
      file: 'dist/engine/conclude.js',
      find: 'if (delivery.repeatable) {',
      replace: "if (delivery.repeatable || reason === 'lease_expired') {",
    },
  ]),
  'cancel-in-one-statement': sabotage('cancel in one statement', cancels, someCancels, 'cancel_lied', cancelAtOnce),
  'application-clock': sabotage('application clock', sameInstant, sameInstant.short, 'early', applicationClock),
  'no-unique-key': sabotage('no unique key', handMarks, handMarks.short, 'marked_twice', noUniqueKey),
  'no-lease-check': sabotage('no lease check before the send', frozen, frozen.short, 'sent_twice', [
    {
      file: 'dist/engine/deliver.js',
      find: '!leaseCovers || ',
      replace: '',
    },
  ]),
  'no-stop-mark': sabotage('no stop mark', cancels, someCancels, 'sent_after_cancel', [
    { file: sql('stop'), find: "stopped = d.state <> 'pending' or d.lost > 0", replace: 'stopped = false' },
  ]),
  'put-without-lock': sabotage('put reads reminders without a lock', moves, someMoves, 'cancel_lied', [
    { file: sql('entity-for-put'), find: 'order by r.id\n  for update', replace: 'order by r.id' },
  ]),
  'put-stops-nothing': sabotage('put leaves old moments under way', moves, someMoves, 'sent_after_cancel', [
    { file: sql('write-entity'), find: underWay, replace: "d.state = 'none'" },
  ]),
  'put-stops-by-row': sabotage('put stops only what has a row', moves, someMoves, 'sent_after_cancel', [stopsByRow]),
  'end-without-lock': sabotage('cancel of an entity without a lock', moves, someMoves, 'cancel_lied', [
    { file: sql('lock-entity-reminders'), find: 'order by r.id\nfor update', replace: 'order by r.id' },
  ]),
}

/** Some sabotages show only when a race is met: a build that passes once is tried again. */
const roundsMax = 3

export async function trySabotage(
  { patches, violation, scenario, size }: Sabotage,
  { root, serverUrl }: { readonly root: string; readonly serverUrl: string },
): Promise<{ caught: boolean; rounds: number; verdict: Verdict }> {
  const build = await makeBuild(root, patches)
  try {
    for (let rounds = 1; ; rounds++) {
      const verdict = await playScenario(scenario, size, { build, serverUrl })
      const caught = verdict.violations.some((found) => found.violation === violation)
      if (caught || rounds === roundsMax) return { caught, rounds, verdict }
    }
  } finally {
    await build.remove()
  }
}
