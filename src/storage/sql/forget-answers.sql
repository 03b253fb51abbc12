-- In small steps, beside the requests that write.
delete from belfry.answers where (tenant, caller, key) in (
  select tenant, caller, key from belfry.answers where expires_at <= clock_timestamp() order by expires_at limit $1::integer
  for update skip locked)
returning 1 as gone
