-- One meeting, locked: whoever changes it does so alone.   $1 tenant   $2 id
select id from belfry.meetings where tenant = $1 and id = $2 for update
