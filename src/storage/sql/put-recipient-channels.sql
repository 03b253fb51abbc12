-- $1 tenant   $2 recipient   $3, $4 channels and their delays, the fallback among them   $5 fallback
update belfry.recipients set channels = $3::text[], channel_delays = $4::integer[], fallback = $5
where tenant = $1 and id = $2
