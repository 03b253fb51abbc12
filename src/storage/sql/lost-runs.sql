-- Runs of a sweep whose process is gone, and with it their connections: they say so. Behind a pooler ($4) names of connections
-- tell nothing, and ten silent minutes count.
--   $1 tenant   $2 sweep   $3 not this one   $5 the problem
update belfry.runs r set state = 'failed', ended_at = belfry.now(), problems = r.problems || $5::jsonb
where r.tenant = $1 and r.sweep = $2 and r.state = 'running' and r.id <> $3::uuid
  and case when $4::boolean then r.beat_at < clock_timestamp() - interval '10 minutes'
    else not exists (select from pg_stat_activity a where a.application_name = 'belfry sweep ' || r.id) end
returning r.id
