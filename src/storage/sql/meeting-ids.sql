-- A page of meetings in order of time.   $1 tenant   $2 status (null: any)   $3, $4 ends after, begins before (null: open)
--   $5, $6 the last of the page before   $7 how many
select m.id, (date_part('epoch', m.starts_at) * 1000000)::bigint::text as us
from belfry.meetings m
cross join (select belfry.now() as now offset 0) i
where m.tenant = $1
  and ($5::timestamptz is null or (m.starts_at, m.id) > ($5, $6))
  and ($2::text is null or case when m.status = 'pending' and m.ends_at <= i.now then 'cancelled' else m.status end = $2)
  and ($3::timestamptz is null or m.ends_at > $3)
  and ($4::timestamptz is null or m.starts_at < $4)
order by m.starts_at, m.id
limit $7::integer
