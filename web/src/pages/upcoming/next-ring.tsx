// The first that rings after the stretch that is shown: where nothing rings in it, somebody would search for it by hand.

import { api } from '../../api.ts'
import { ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/upcoming.ts'
import type { Filter } from './filters.tsx'
import { liveTypes } from './picture.tsx'
import { goTo, listedOf, type Range } from './range.ts'

export function NextRing({ range, filter }: { readonly range: Range; readonly filter: Filter }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { toMs } = listedOf(range)
  const { value } = useQuery(
    `next ring ${range.name} ${range.pickedMs} ${JSON.stringify(filter)}`,
    () => api.reminders.upcoming({ ...filter, from: new Date(toMs).toISOString(), limit: 1 }),
    { live: liveTypes },
  )
  const due = value?.items[0]?.dueAt
  if (!due) return null
  return (
    <Button kind="main" onPress={() => goTo(due.instant)}>
      {w.nextRing(showTime(due.instant, zone))}
    </Button>
  )
}
