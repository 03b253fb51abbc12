-- Which of these recipients are known, with what planning asks of them. Takes no lock: for who only looks.
--   $1 tenant   $2 recipients
select id, timezone, quiet_hours from belfry.recipients where tenant = $1 and id = any ($2::text[])
