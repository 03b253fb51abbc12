-- What these people have declared that may reach into a window of dates, one row a person, and whether they have declared at all
-- when they are there.   $1 tenant   $2 recipients   $3, $4 dates
select u.recipient, d.is_declared as "isDeclared", d.blocks
from unnest($2::text[]) as u(recipient)
cross join lateral (
  select coalesce(bool_or(a.kind <> 'off'), false) as is_declared,
    coalesce(json_agg(json_build_object('kind', a.kind, 'dayOfWeek', a.day_of_week, 'date', a.date, 'startTime', a.start_time,
      'endTime', a.end_time, 'timezone', a.timezone, 'validFrom', a.valid_from, 'validUntil', a.valid_until))
      filter (where (a.date is null or a.date between $3::date and $4::date)
        and coalesce(a.valid_from <= $4::date, true) and coalesce(a.valid_until >= $3::date, true)), '[]') as blocks
  from belfry.availability_blocks a
  where a.tenant = $1 and a.recipient = u.recipient
) d
