-- Every meeting of a lineage, the first one first.   $1 tenant   $2 root
select id from belfry.meetings where tenant = $1 and root = $2 order by sequence, created_at
