-- The row that stands for all devices of a recipient. A device that is put lifts a suspension.
insert into belfry.addresses as a (tenant, recipient, channel, address, created_at)
values ($1, $2, 'web_push', $3, belfry.now())
on conflict (tenant, recipient, channel) do update set
  address = excluded.address, suspended_at = null, suspended_reason = null
