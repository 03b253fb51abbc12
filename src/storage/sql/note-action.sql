-- What somebody did, the first time. $1 tenant   $2, $3 reminder   $4, $5 occurrence, generation   $6 action   $7 by whom   $8 detail
insert into belfry.actions (tenant, bucket, reminder, occurrence, generation, action, at, via, detail)
values ($1, $2, $3, $4, $5, $6, belfry.now(), $7, $8::jsonb)
on conflict (bucket, reminder, action, occurrence, generation) do nothing
