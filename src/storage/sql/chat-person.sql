-- $1 tenant   $2 user
select user_id, recipient, settings from belfry.chat_people where tenant = $1 and user_id = $2
