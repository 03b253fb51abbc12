-- What is left out is kept, also of the settings. No row: there is no such recipient.
--   $1 tenant   $2 user   $3 recipient, or null   $4 settings
insert into belfry.chat_people as p (tenant, user_id, recipient, settings, created_at)
select $1, $2, $3, $4::jsonb, belfry.now()
where $3::text is null or exists (select from belfry.recipients r where r.tenant = $1 and r.id = $3 for key share)
on conflict (tenant, user_id) do update set
  recipient = coalesce(excluded.recipient, p.recipient), settings = p.settings || excluded.settings
returning p.user_id, p.recipient, p.settings
