-- An operator's "send again": waits, to be taken at once under a new attempt number. From here on a report of an older
-- attempt has another number, and is discarded. What was sent together with others goes alone: nobody asked for those.
update belfry.deliveries set
  state = 'pending', reason = null, pending_at = belfry.now(), attention_at = null, attempt = attempt + 1, bundle = null,
  -- what was unknown stays in doubt until this attempt has an answer
  tries = 0, lost = case when state = 'unknown' then 1 else 0 end, useful_until = greatest(useful_until, belfry.now() + interval '24 hours')
where bucket = $1 and reminder = $2 and occurrence_key = $3
