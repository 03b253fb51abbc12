-- How it went between $1 and $2 (ms), in spans of $3 ms, over all processes. The counts of lateness are added one by one: to unnest them
-- took ten times as long over a week (10,080 rows a process).
select floor((date_part('epoch', minute) * 1000 - $1::float8) / $3::float8)::integer as span,
  sum(sent)::float8 as sent, sum(failed)::float8 as failed, sum(unknown)::float8 as unknown, sum(others)::float8 as others,
  to_json(array[
    sum(lateness[1]), sum(lateness[2]), sum(lateness[3]), sum(lateness[4]), sum(lateness[5]), sum(lateness[6]), sum(lateness[7]),
    sum(lateness[8]), sum(lateness[9]), sum(lateness[10]), sum(lateness[11]), sum(lateness[12]), sum(lateness[13]), sum(lateness[14]),
    sum(lateness[15]), sum(lateness[16]), sum(lateness[17]), sum(lateness[18]), sum(lateness[19])]::float8[]) as lateness,
  max(due)::float8 as due, max(pending)::float8 as pending, max(waiting)::float8 as waiting
from belfry.pulses
where minute >= to_timestamp($1::float8 / 1000) and minute < to_timestamp($2::float8 / 1000)
group by 1
order by 1
