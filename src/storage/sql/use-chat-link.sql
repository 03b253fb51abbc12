-- Uses a link up: of two who come at once, the second waits for the first, and gets no row.
--   $1 tenant   $2 hash of the word   $3 by which message
update belfry.chat_links set used_by = $3, used_at = clock_timestamp()
where tenant = $1 and word_hash = $2 and used_at is null and expires_at > clock_timestamp()
returning recipient
