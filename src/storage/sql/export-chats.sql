-- People who talk to a bot, and what they chose.   $1 tenant
select user_id, recipient, settings from belfry.chat_people where tenant = $1 order by user_id
