-- The deliveries that were put together under this id.
select m.reminder, m.key::text as occurrence_key
from belfry.bundles b
cross join lateral unnest(b.reminders, b.occurrence_keys) as m(reminder, key)
where b.id = $1 and b.tenant = $2
