-- Only of a person who is there: whoever was forgotten meanwhile stays so.   $1 tenant   $2 user   $3 chat   $4 name   $5 value
insert into belfry.chat_state (tenant, user_id, chat, name, value, updated_at)
select p.tenant, p.user_id, $3, $4, $5::jsonb, belfry.now()
from belfry.chat_people p where p.tenant = $1 and p.user_id = $2
for key share
on conflict (tenant, user_id, chat, name) do update set value = excluded.value, updated_at = excluded.updated_at
