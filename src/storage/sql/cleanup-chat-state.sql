-- One bounded chunk of what is remembered, of every tenant, that nobody has touched for $1 days. Not what is known of a group, whose
-- reminders are its own (`owner`) and by which clock it goes (`group`): that holds for as long as there is the group.   $2 chunk
with old as materialized (
  select s.tenant, s.user_id, s.chat, s.name from belfry.chat_state s
  where s.updated_at < belfry.now() - $1::float8 * interval '1 day' and s.name <> all (array['owner', 'group'])
  order by s.updated_at limit $2::integer
  for update skip locked
)
delete from belfry.chat_state s using old o
where s.tenant = o.tenant and s.user_id = o.user_id and s.chat = o.chat and s.name = o.name
returning 1 as gone
