-- One bounded chunk of links, of every tenant, that ended longer ago than $1 days, by real time.   $2 chunk
with old as materialized (
  select l.tenant, l.word_hash from belfry.chat_links l
  where l.expires_at < now() - $1::float8 * interval '1 day'
  order by l.expires_at limit $2::integer
  for update skip locked
)
delete from belfry.chat_links l using old o
where l.tenant = o.tenant and l.word_hash = o.word_hash
returning 1 as gone
