-- Who changed what for a recipient, the newest first, after the cursor ($4, $5): all of it is read and put in order.
--   $1 tenant   $2, $3 from, to   $4, $5 cursor: time and id   $6 action   $7 actor   $8 how many
--   $9 recipient
select a.id::text, a.actor, a.action, a.entity_type, a.entity_id, a.reminder, a.recipient, a.data,
  date_part('epoch', a.at) * 1000 as at_ms, (extract(epoch from a.at) * 1000000)::bigint::text as at_us, true as wanted,
  false as is_end
from belfry.audit a
where a.tenant = $1 and a.recipient = $9
  and (a.at >= $2::timestamptz and a.at < $3::timestamptz and ($6::text is null or a.action = $6)
    and ($7::text is null or a.actor = $7)
    and ($5::bigint is null or (a.at, a.id) < ($4::timestamptz, $5::bigint))) is true
order by a.at desc, a.id desc
limit $8
