-- How many a tenant has, and which other one is for the same.
--   $1 tenant   $2 name   $3 locale   $4 channel   $5 kind   $6 type of entity
select (select count(*)::integer from belfry.templates where tenant = $1) as count,
  (select t.name from belfry.templates t
   where t.tenant = $1 and t.kind = $5 and t.entity_type = $6 and t.channel = $4 and t.locale = $3 and t.name <> $2) as same
