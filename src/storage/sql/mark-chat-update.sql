-- By real time: for how long Telegram offers an update does not depend on a clock that is driven.
--   $1 tenant   $2 bot   $3 update
insert into belfry.chat_updates (tenant, bot, update_id, handled_at) values ($1, $2, $3::bigint, clock_timestamp())
on conflict (tenant, bot, update_id) do nothing
