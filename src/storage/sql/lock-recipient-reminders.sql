select bucket, id, entity_type, entity_id, kind from belfry.reminders where tenant = $1 and recipient = $2 order by bucket, id for update
