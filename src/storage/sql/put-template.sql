--   $1 tenant   $2 name   $3 locale   $4 channel   $5 kind   $6 type of entity   $7 subject   $8 text   $9 html   $10 digest
insert into belfry.templates as t
  (tenant, name, locale, channel, kind, entity_type, subject, text, html, digest, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, belfry.now(), belfry.now())
on conflict (tenant, name, locale) do update set channel = excluded.channel, kind = excluded.kind, entity_type = excluded.entity_type,
  subject = excluded.subject, text = excluded.text, html = excluded.html, digest = excluded.digest,
  version = t.version + 1, updated_at = excluded.updated_at
where (t.channel, t.kind, t.entity_type, t.digest) is distinct from
  (excluded.channel, excluded.kind, excluded.entity_type, excluded.digest)
returning version
