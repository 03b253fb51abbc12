-- Somebody may be talking before anything else is known of them.   $1 tenant   $2 user   $3 chat   $4 name   $5 value
with person as (
  insert into belfry.chat_people (tenant, user_id, created_at) values ($1, $2, belfry.now())
  on conflict (tenant, user_id) do nothing
)
insert into belfry.chat_state (tenant, user_id, chat, name, value, updated_at)
values ($1, $2, $3, $4, $5::jsonb, belfry.now())
on conflict (tenant, user_id, chat, name) do update set value = excluded.value, updated_at = excluded.updated_at
