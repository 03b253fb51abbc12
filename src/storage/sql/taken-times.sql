-- When these people are taken: accepted meetings with their buffers, and what calendars elsewhere say. A copy of a meeting of ours in a
-- calendar elsewhere is that meeting, and counts as such. A meeting's name is for those who take part in it.
--   $1 tenant   $2 recipients   $3, $4 from, to (ms)   $5 the lineage that is in nobody's way, or null   $6 who looks; null: everything
select u.recipient, 'meeting' as kind, t.meeting, t.from_ms as "fromMs", t.to_ms as "toMs"
from unnest($2::text[]) as u(recipient)
cross join lateral (
  select date_part('epoch', lower(b.during)) * 1000 as from_ms, date_part('epoch', upper(b.during)) * 1000 as to_ms,
    case when $6::text is null or exists (
      select from belfry.meeting_participants p where p.tenant = $1 and p.meeting = b.meeting and p.recipient = $6
    ) then b.meeting end as meeting
  from belfry.bookings b
  where b.tenant = $1 and b.recipient = u.recipient
    and b.during && tstzrange(to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000))
    and ($5::text is null or (select m.root from belfry.meetings m where m.tenant = $1 and m.id = b.meeting) <> $5)
) t
union all
select u.recipient, 'busy', null, t.from_ms, t.to_ms
from unnest($2::text[]) as u(recipient)
cross join lateral (
  select date_part('epoch', lower(e.during)) * 1000 as from_ms, date_part('epoch', upper(e.during)) * 1000 as to_ms
  from belfry.busy_times e
  where e.tenant = $1 and e.recipient = u.recipient
    and e.during && tstzrange(to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000))
    and (
      select o.meeting from belfry.calendar_objects o
      where o.tenant = $1 and o.recipient = e.recipient and o.calendar = e.calendar and o.href = e.href
    ) is null
) t
