-- What a pause of theirs has put off is due again when it was, so that it rings late or is too late, as after any outage. The
-- caller has locked the recipient: nobody puts off more of theirs meanwhile (fire.sql). Quiet hours are looked at afterwards, by the
-- same caller (recipients/replan.ts).
--   $1 tenant   $2 recipient
update belfry.reminders r set
  due_at = r.planned_at, planned_at = null, version = r.version + 1,
  adjusted = case when r.adjusted = 'snoozed' then 'snoozed' end
where r.recipient = $2 and r.tenant = $1 and r.planned_at is not null
  and (r.adjusted = 'paused' or r.adjusted = 'snoozed' and r.due_at is distinct from r.planned_at)
returning r.id
