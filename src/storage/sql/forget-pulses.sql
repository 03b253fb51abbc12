-- Pulses that are older than $1 days.
delete from belfry.pulses where minute < belfry.now() - $1::float8 * interval '1 day'
