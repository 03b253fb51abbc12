-- Whether something that was said of this ring has been taken back: whoever asks for that twice gets the same answer. Done of a reminder
-- as a whole was said of every ring that had come by then.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation   $6 occurrence_key
select a.action from belfry.audit a
where a.tenant = $1 and a.reminder = $3 and a.action = 'restored'
  and (split_part(a.data ->> 'occurrence', '#', 1) = split_part($4, '#', 1) and (a.data ->> 'generation')::integer >= $5
    or a.data ->> 'whole' = 'true' and a.at >= (
      select d.at from belfry.deliveries d where d.bucket = $2 and d.reminder = $3 and d.occurrence_key = $6))
limit 1
