insert into belfry.lineage as l (system_identifier, timeline) values ($1, $2)
on conflict (singleton) do update set
  system_identifier = excluded.system_identifier, timeline = excluded.timeline, seen_at = excluded.seen_at
