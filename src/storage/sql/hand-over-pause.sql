-- The pause of one recipient ends, and is another's who has none. The caller has locked both.
--   $1 tenant   $2 from   $3 to   $4 until when it holds for that one
with ended as (
  update belfry.recipients r set paused_until = null, version = r.version + 1, updated_at = belfry.now()
  where r.tenant = $1 and r.id = $2
)
update belfry.recipients r set paused_until = $4::timestamptz, version = r.version + 1, updated_at = belfry.now()
where r.tenant = $1 and r.id = $3 and $4::timestamptz > belfry.now()
  and (r.paused_until is null or r.paused_until <= belfry.now())
returning r.id
