-- $1 tenant   $2 bot   $3 update
select 1 as handled from belfry.chat_updates where tenant = $1 and bot = $2 and update_id = $3::bigint
