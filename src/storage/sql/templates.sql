-- A page of a tenant's templates after one of them, without their texts.   $1 tenant   $2, $3 name and locale before   $4 how many
select name, locale, channel, kind, entity_type, version, date_part('epoch', updated_at) * 1000 as updated_ms,
  array_remove(array[case when subject is not null then 'subject' end, case when text is not null then 'text' end,
    case when html is not null then 'html' end], null) as parts
from belfry.templates
where tenant = $1 and ($2::text is null or (name, locale) > ($2 collate "C", $3 collate "C"))
order by name, locale
limit $4
