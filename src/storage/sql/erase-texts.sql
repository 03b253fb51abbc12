-- Erasure: texts and stored replies of one recipient are gone; the fact that something was sent stays.
with texts as (
  update belfry.deliveries d set title = null, body = null, data = null
  where d.tenant = $1 and d.recipient = $2 and (d.title is not null or d.body is not null or d.data is not null)
),
replies as (
  update belfry.attempts t set reply = null
  from belfry.deliveries d
  where d.tenant = $1 and d.recipient = $2
    and t.bucket = d.bucket and t.reminder = d.reminder and t.occurrence_key = d.occurrence_key and t.reply is not null
),
inbox as (
  delete from belfry.inbox i where i.tenant = $1 and i.recipient = $2
),
trail as (
  update belfry.audit set data = '{}' where tenant = $1 and recipient = $2 and data <> '{}'
)
delete from belfry.recipients where tenant = $1 and id = $2
