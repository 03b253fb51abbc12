-- $1 tenant   $2 bot   $3 name
insert into belfry.chat_bots as b (tenant, bot, name, updated_at) values ($1, $2, $3, clock_timestamp())
on conflict (tenant, bot) do update set name = excluded.name, updated_at = excluded.updated_at
