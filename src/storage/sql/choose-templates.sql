-- The template that fits best, in the order they were asked about: one for the kind before one for the type of entity, that before
-- one for the channel, that before one for everything; of those that are alike, the one in the language.
--   $1 tenant   $2 channel   $3 kind   $4 type of entity   $5 locale   $6 its language
select t.name, t.locale, t.digest
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
  as u(tenant, channel, kind, entity_type, locale, language, n)
left join lateral (
  select t.name, t.locale, t.digest from belfry.templates t
  where t.tenant = u.tenant and t.kind = any (array['', u.kind]) and t.entity_type = any (array['', u.entity_type])
    and t.channel = any (array['', u.channel]) and t.locale = any (array['', u.language, u.locale])
  order by t.kind <> '' desc, t.entity_type <> '' desc, t.channel <> '' desc, t.locale = u.locale desc, t.locale <> '' desc
  limit 1
) t on true
order by u.n
