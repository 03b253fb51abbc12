-- A device, or the same one again: a browser may have made new keys for it.
insert into belfry.push_subscriptions as s (tenant, recipient, id, endpoint, p256dh, auth, label, created_at)
values ($1, $2, $3, $4, $5, decode($6, 'base64'), $7, belfry.now())
on conflict (tenant, recipient, id) do update set
  p256dh = excluded.p256dh, auth = excluded.auth, label = coalesce(excluded.label, s.label)
returning s.id, s.endpoint, s.label, date_part('epoch', s.created_at) * 1000 as created_ms,
  date_part('epoch', s.last_sent_at) * 1000 as last_sent_ms
