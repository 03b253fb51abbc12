-- Erasure: texts and stored replies of one recipient are gone; the fact that something was sent stays. What failed is
-- stopped too, or an operator's "send again" would begin a new send to somebody who was erased.
with texts as (
  update belfry.deliveries d set title = null, body = null, data = null,
    stopped = d.stopped or d.state in ('failed', 'quarantined'),
    attention_at = case when d.state not in ('failed', 'quarantined') then d.attention_at end
  where d.tenant = $1 and d.recipient = $2
    and (d.title is not null or d.body is not null or d.data is not null or d.state in ('failed', 'quarantined'))
),
replies as (
  update belfry.attempts t set reply = null
  from belfry.deliveries d
  where d.tenant = $1 and d.recipient = $2
    and t.bucket = d.bucket and t.reminder = d.reminder and t.occurrence_key = d.occurrence_key and t.reply is not null
),
-- PostgreSQL's messages quote what they complain about.
trouble as (
  delete from belfry.trouble t using belfry.deliveries d
  where d.tenant = $1 and d.recipient = $2 and t.bucket = d.bucket and t.reminder = d.reminder
),
inbox as (
  delete from belfry.inbox i where i.tenant = $1 and i.recipient = $2
),
acted as (
  delete from belfry.actions a using belfry.deliveries d
  where d.tenant = $1 and d.recipient = $2 and a.bucket = d.bucket and a.reminder = d.reminder
),
bundles as (
  delete from belfry.bundles b where b.tenant = $1 and b.recipient = $2
),
pages as (
  delete from belfry.alarms a where a.tenant = $1 and a.recipient = $2
),
plans as (
  delete from belfry.entity_recipients m where m.tenant = $1 and m.recipient = $2
),
-- Meetings stay, and their story; what this one said, and the time that was kept for them, does not.
answered as (
  update belfry.meeting_participants m set reason = null where m.tenant = $1 and m.recipient = $2 and m.reason is not null
),
said as (
  update belfry.meeting_status_events e set reason = null
  from (
    select p.meeting from belfry.meeting_participants p where p.tenant = $1 and p.recipient = $2 offset 0
  ) p
  where e.tenant = $1 and e.meeting = p.meeting and e.participant = $2 and e.reason is not null
  returning e.meeting, e.to_status
),
moved as (
  update belfry.meeting_reschedule_events e set reason = null
  from (
    select p.meeting from belfry.meeting_participants p where p.tenant = $1 and p.recipient = $2 offset 0
  ) p
  where e.tenant = $1 and e.original = p.meeting and e.participant = $2 and e.reason is not null
),
ended_so as (
  update belfry.meetings m set reason = null
  from said s
  where m.tenant = $1 and m.id = s.meeting and m.status = s.to_status
),
freed as (
  delete from belfry.bookings b
  using (
    select p.meeting from belfry.meeting_participants p where p.tenant = $1 and p.recipient = $2 offset 0
  ) p
  where b.tenant = $1 and b.meeting = p.meeting and b.recipient = $2
),
asked as (
  delete from belfry.requests q
  where q.tenant = $1 and (q.input ->> 'recipient' = $2 or q.failed_at is not null and q.input -> 'recipients' ? $2)
),
trail as (
  update belfry.audit set data = '{}' where tenant = $1 and recipient = $2 and data <> '{}'
)
delete from belfry.recipients where tenant = $1 and id = $2
