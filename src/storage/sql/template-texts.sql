-- Texts of templates, as they are now.   $1 tenant   $2 name   $3 locale
select t.tenant, t.name, t.locale, t.channel, t.digest, t.subject, t.text, t.html
from unnest($1::text[], $2::text[], $3::text[]) as u(tenant, name, locale)
cross join lateral (
  select t.* from belfry.templates t where t.tenant = u.tenant and t.name = u.name and t.locale = u.locale limit 1
) t
