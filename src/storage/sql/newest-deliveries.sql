-- When the newest $2 deliveries were written, as far as the last pages of the ledger's file tell: new rows mostly go there. Only a hint,
-- as rows go where others have been, too: there may be newer ones, never fewer.
--   $1 tenant   $2 how many
select date_part('epoch', max(n.at)) * 1000 as newest_ms, date_part('epoch', min(n.at)) * 1000 as last_ms
from (
  select d.at from belfry.deliveries d
  where d.tenant = $1
    and d.ctid >= (
      select format('(%s,0)', greatest(0, pg_relation_size('belfry.deliveries') / current_setting('block_size')::integer - 8))::tid
    )
  order by d.at desc
  limit $2
) n
