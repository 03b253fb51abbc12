-- One bounded chunk of updates, of every tenant, that were handled longer ago than $1 days: Telegram does not offer them any more.   $2 chunk
with old as materialized (
  select u.tenant, u.bot, u.update_id from belfry.chat_updates u
  where u.handled_at < now() - $1::float8 * interval '1 day'
  order by u.handled_at limit $2::integer
  for update skip locked
)
delete from belfry.chat_updates u using old o
where u.tenant = o.tenant and u.bot = o.bot and u.update_id = o.update_id
returning 1 as gone
