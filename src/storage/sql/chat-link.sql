-- How a link stands, by real time.   $1 tenant   $2 hash of the word
select recipient, used_by, expires_at <= clock_timestamp() as is_expired
from belfry.chat_links where tenant = $1 and word_hash = $2
