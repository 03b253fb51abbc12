-- Parts that nothing is known of any more which a new row would not say too. Asked for once in a thousand permits, so there are
-- about as many rows to walk.   $1 gate
delete from belfry.gates g using (
  select o.key from belfry.gates o
  where o.name = $1 and o.key <> ''
    and greatest(o.next_at, o.blocked_until, o.hint_at, o.again_at) < clock_timestamp()
  for update skip locked
) old
where g.name = $1 and g.key = old.key
