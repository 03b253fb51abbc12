-- Where the deliveries of one entity are, the newest first, after the cursor ($4–$6). An entity is a range of the primary key,
-- which is read as a whole: `is true` keeps everything else out of the choice of index.
--   $1 tenant   $2, $3 from, to   $4–$6 cursor: time and key   $7 states   $8 channel   $9 how many to answer
--   $10 recipient or null   $11–$13 bucket, first and last id   $14, $15 type, id
select d.bucket, d.reminder, d.occurrence_key::text, (extract(epoch from d.at) * 1000000)::bigint::text as at_us, true as wanted,
  false as is_end
from belfry.deliveries d
where d.bucket = $11 and d.reminder between $12 and $13
  and (d.tenant = $1 and d.entity_type = $14 and d.entity_id = $15
    and d.recipient = coalesce($10, d.recipient) and d.state = any (coalesce($7::text[], array[d.state])) and d.channel = coalesce($8, d.channel)
    and d.at >= $2::timestamptz and d.at < $3::timestamptz
    and ($5::uuid is null or (d.at, d.reminder, d.occurrence_key) < ($4::timestamptz, $5::uuid, $6::bigint))) is true
order by d.at desc, d.reminder desc, d.occurrence_key desc
limit $9
