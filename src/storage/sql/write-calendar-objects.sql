-- Objects that are new or have changed. One that was thought to be gone is back.
--   $1 tenant  $2 recipient  $3 calendar  $4–$9 href, uid, etag, sequence, meeting, events
insert into belfry.calendar_objects (tenant, recipient, calendar, href, uid, etag, sequence, meeting, events)
select $1, $2, $3, u.href, u.uid, u.etag, u.sequence, u.meeting, u.events::jsonb
from unnest($4::text[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::text[]) as u(href, uid, etag, sequence, meeting, events)
order by u.href
on conflict (tenant, recipient, calendar, href) do update set
  uid = excluded.uid, etag = excluded.etag, sequence = excluded.sequence, meeting = excluded.meeting, events = excluded.events, gone = null
