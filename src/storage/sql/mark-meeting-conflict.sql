-- $1 tenant   $2 id   $3 it runs into something
update belfry.meetings set conflict_at = case when $3::boolean then belfry.now() end, version = version + 1, updated_at = belfry.now()
where tenant = $1 and id = $2
