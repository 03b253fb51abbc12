-- Whose reminders those of Telegram users are, of users whom the bot knows in a chat of their own.
--   $1 tenant   $2 users
select user_id, recipient from belfry.chat_people
where tenant = $1 and user_id = any ($2::text[]) and recipient is not null
