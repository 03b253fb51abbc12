-- No row: there is no such recipient. Answers the name of the bot that came last, where there is one.
--   $1 tenant   $2 hash of the word   $3 recipient   $4 good for so many ms
insert into belfry.chat_links (tenant, word_hash, recipient, expires_at)
select r.tenant, $2, r.id, clock_timestamp() + $4::float8 * interval '1 ms'
from belfry.recipients r where r.tenant = $1 and r.id = $3 for key share of r
returning date_part('epoch', expires_at) * 1000 as expires_ms,
  (select b.name from belfry.chat_bots b where b.tenant = $1 order by b.updated_at desc limit 1) as bot
