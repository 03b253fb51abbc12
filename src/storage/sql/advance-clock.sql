-- A driven clock goes on to this moment, and never back: somebody may have moved it further meanwhile.
update belfry.clock set driven_at = greatest(driven_at, $1::timestamptz)
returning date_part('epoch', driven_at) * 1000 as now_ms
