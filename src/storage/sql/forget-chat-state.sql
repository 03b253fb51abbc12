-- $1 tenant   $2 user   $3 chat   $4 name
delete from belfry.chat_state where tenant = $1 and user_id = $2 and chat = $3 and name = $4
