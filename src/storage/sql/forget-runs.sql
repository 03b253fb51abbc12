-- Runs that ended longer ago than $1 days.
delete from belfry.runs where ended_at < belfry.now() - $1::float8 * interval '1 day'
