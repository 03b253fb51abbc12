-- A device ($3) is none of these recipients' any more ($2, whose rows are locked). With the last one goes the address that stands
-- for all of them.
with removed as (
  delete from belfry.push_subscriptions s
  where s.tenant = $1 and s.recipient = any ($2::text[]) and s.id = $3
  returning s.recipient
),
last as (
  delete from belfry.addresses a using removed r
  where a.tenant = $1 and a.recipient = r.recipient and a.channel = 'web_push'
    and not exists (
      select from belfry.push_subscriptions o where o.tenant = $1 and o.recipient = r.recipient and o.id <> $3)
)
select recipient from removed
