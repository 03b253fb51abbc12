-- How a link stands.   $1 tenant   $2 hash of the word
select recipient, used_by
from belfry.chat_links where tenant = $1 and word_hash = $2
