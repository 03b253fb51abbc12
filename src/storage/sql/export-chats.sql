-- People who talk to a bot, and what they chose; with a bot itself, whose reminders those of groups are that got another id.   $1 tenant
select p.user_id, p.recipient, p.settings, o.owners
from belfry.chat_people p
cross join lateral (
  select jsonb_agg(jsonb_build_object('chat', s.chat, 'recipient', s.value ->> 'recipient') order by s.chat) as owners
  from belfry.chat_state s where s.tenant = p.tenant and s.user_id = p.user_id and s.name = 'owner'
) o
where p.tenant = $1 order by p.user_id
