-- The first due reminder that a fire with the same parameters would take. Used when a batch of one has failed: the next
-- fire is of this one alone, so that nobody else is blamed.
--   $1, $2 due time, from and to   $3 buckets   $4 reminders set aside   $5, $6 only of this tenant and kind
select r.bucket, r.id from belfry.reminders r
where r.due_at <= coalesce($2::timestamptz, belfry.now()) and r.due_at >= $1::timestamptz
  and ($3::smallint[] is null or r.bucket = any ($3))
  and r.id <> all ($4::uuid[])
  and ($5::text is null or r.tenant = $5) is true and ($6::text is null or r.kind = $6) is true
  and not exists (select from belfry.holds h where h.channel = '' and h.tenant in ('', r.tenant))
order by r.due_at limit 1
for update skip locked
