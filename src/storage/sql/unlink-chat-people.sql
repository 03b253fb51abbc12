-- Whoever else was connected to a recipient is not any more: the chat of a recipient is one.   $1 tenant   $2 recipient   $3 user who stays
update belfry.chat_people set recipient = null
where tenant = $1 and recipient = $2 and user_id <> $3
returning user_id
