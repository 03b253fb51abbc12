-- Telegram users made known: a recipient whose address is the chat, and a person for the bot, whose zone is a guess until they say.
-- Whoever is known stays as they are, also with another address, or none that works. Answers the recipients that are new.
--   $1 tenant   $2, $3 user, recipient   $4 timezone
with given as materialized (select u.user_id, u.recipient from unnest($2::text[], $3::text[]) as u(user_id, recipient)),
made as (
  insert into belfry.recipients (tenant, id, timezone, channels, created_at, updated_at)
  select $1, g.recipient, $4, array['telegram'], belfry.now(), belfry.now() from given g
  order by g.recipient
  on conflict (tenant, id) do nothing
  returning id
),
addressed as (
  insert into belfry.addresses (tenant, recipient, channel, address, created_at)
  select $1, g.recipient, 'telegram', g.user_id, belfry.now() from given g
  order by g.recipient
  on conflict (tenant, recipient, channel) do nothing
),
met as (
  insert into belfry.chat_people as p (tenant, user_id, recipient, created_at)
  select $1, g.user_id, g.recipient, belfry.now() from given g
  order by g.user_id
  on conflict (tenant, user_id) do update set recipient = excluded.recipient where p.recipient is null
)
select id from made
