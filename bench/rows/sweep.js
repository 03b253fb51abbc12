// A sweep over a table of a million tasks, of which ten thousand come due in its window: the first run reminds of them, the one
// right after of nobody. How much memory a run takes is seen beside one over five times as many.

import { belfry, median } from '../arena.js'
import { withClient } from '../postgres.js'
import { runStep } from '../steps.js'

export const title = 'a sweep over 1,000,000 tasks, 10,000 of them due'
export const goal = 'first run ≤ 3 s, the next ≤ 300 ms, memory flat'

export async function run(arena, { sizes, repeat }) {
  const found = { first: [], second: [], growth: [] }
  for (let i = 0; i < repeat; i++) {
    arena.say(`sweep ${i + 1}/${repeat}`)
    const { firstMs, secondMs, grownMb } = await measure(arena, sizes.swept, sizes.sweptDue)
    found.first.push(firstMs)
    found.second.push(secondMs)
    found.growth.push(grownMb)
  }
  const more = await measure(arena, sizes.swept, sizes.sweptDue * 5)
  const [first, second, growth] = [found.first, found.second, found.growth].map((all) => Math.round(median(all)))
  return {
    unit: 'ms',
    values: { 'first run': first, 'the run right after': second },
    best: null,
    ratio: null,
    ratios: null,
    met: first <= 3_000 && second <= 300 && more.grownMb <= growth + 50,
    note: `${sizes.sweptDue} of ${sizes.swept} rows due within 24 hours, for 1,000 people that Belfry did not know; memory grew by ${growth} MB, with five times as many due by ${Math.round(more.grownMb)} MB (${Math.round(more.firstMs)} and ${Math.round(more.secondMs)} ms)`,
  }
}

async function measure(arena, rows, due) {
  return await arena.inFreshPlace(belfry, async (place) => {
    await withClient(place.database, async (client) => {
      await client.query(
        'create table public.tasks (id bigint primary key, title text, owner text, due_at timestamptz not null)',
      )
      await client.query(
        `insert into public.tasks
         select g, 'Task ' || g, 'owner-' || g % 1000,
           now() + case when g <= $2::integer then interval '1 hour' + g * (interval '22 hours' / $2::integer)
             else interval '3 days' + g * interval '1 s' end
         from generate_series(1, $1::integer) g`,
        [rows, due],
      )
      await client.query('create index on public.tasks (due_at)')
      await client.query('vacuum analyze public.tasks')
    })
    await arena.postgres.checkpoint()
    return await runStep({ contender: 'belfry', place, step: 'sweep', options: { due }, execArgv: ['--expose-gc'] })
  })
}
