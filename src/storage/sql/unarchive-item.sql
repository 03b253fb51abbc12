-- Back from the archive. $1–$3 key   $4 tenant
update belfry.inbox i set archived_at = null
where i.bucket = $1 and i.reminder = $2 and i.occurrence_key = $3 and (i.tenant = $4) is true and i.archived_at is not null
