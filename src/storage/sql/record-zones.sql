insert into belfry.zones as z (version, checked, moved) values ($1, $2, $3)
on conflict (version) do update set
  checked = z.checked + excluded.checked, moved = z.moved + excluded.moved, resolved_at = excluded.resolved_at
