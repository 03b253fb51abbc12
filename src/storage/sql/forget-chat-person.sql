-- With everything that is remembered of them.   $1 tenant   $2 user
delete from belfry.chat_people where tenant = $1 and user_id = $2
