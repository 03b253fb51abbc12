-- Everything a `put` needs to know, in one round trip: the entity, who is reminded (locked, so that nobody is erased or moves
-- to another zone meanwhile), its plan, and the reminders of its plan, locked in key order, after waiting for a fire that has
-- them. What they have fired is read by a later statement.
-- Whoever changed one of the recipients while this waited for them may have written reminders that this cannot see: then it
-- was `overtaken`, and is asked again.
--   $1–$3 tenant, type, id   $4 recipients it will have (null: those it has)   $5 plan it will have   $6–$8 bucket, first and
--   last id of its reminders   $9 lock
with it as materialized (
  select * from belfry.entities where tenant = $1 and type = $2 and id = $3
),
members as materialized (
  select recipient, steps from belfry.entity_recipients where tenant = $1 and type = $2 and id = $3
),
names as materialized (
  select recipient from members union select unnest($4::text[]) order by 1
),
people as materialized (
  select p.* from names n
  cross join lateral (
    select p.id, p.timezone, p.quiet_hours, p.version from belfry.recipients p
    where p.tenant = $1 and p.id = n.recipient
    for share
  ) p
),
there as materialized (
  select r.id, r.kind, r.recipient, r.occurrence, r.generation, r.adjusted, r.step, r.due_at, r.planned_at, r.useful_until
  from belfry.reminders r
  where r.bucket = $6 and r.id between $7 and $8 and (r.tenant = $1 and r.entity_type = $2 and r.entity_id = $3) is true
    and r.step is not null
  order by r.id
  for update
)
select
  date_part('epoch', belfry.now()) * 1000 as now_ms,
  exists (
    select from belfry.requests q
    where q.entity_lock = $9::bigint and q.failed_at is null) as has_requests,
  $2 = 'meeting' and exists (select from belfry.meetings m where m.tenant = $1 and m.id = $3) as is_meeting,
  (select json_build_object('status', status, 'version', version, 'timeAnchor', time_anchor, 'anchors', anchors,
      'steps', steps, 'plan', plan, 'latePolicy', late_policy, 'critical', critical, 'channels', channels, 'title', title,
      'body', body, 'data', data) from it) as entity,
  (select coalesce(json_agg(json_build_object('recipient', recipient, 'steps', steps)), '[]') from members) as members,
  (select coalesce(json_agg(json_build_object('id', id, 'timezone', timezone, 'quiet_hours', quiet_hours)), '[]')
   from people) as people,
  exists (
    select from names n
    cross join lateral (
      select p.id, p.version from belfry.recipients p where p.tenant = $1 and p.id = n.recipient limit 1
    ) p
    where (p.id, p.version) not in (select id, version from people)) as overtaken,
  (select steps from belfry.plans where tenant = $1 and name = coalesce($5, (select plan from it))) as plan_steps,
  (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'recipient', recipient, 'occurrence', occurrence,
      'generation', generation, 'adjusted', adjusted,
      'dueMs', date_part('epoch', due_at) * 1000, 'plannedMs', date_part('epoch', planned_at) * 1000, 'usefulUntilMs', date_part('epoch', useful_until) * 1000)), '[]')
   from there) as reminders
