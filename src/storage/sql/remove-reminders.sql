-- A series that has come to its end: its row goes, its history is in the ledger.
delete from belfry.reminders r using unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
where r.bucket = k.bucket and r.id = k.id
