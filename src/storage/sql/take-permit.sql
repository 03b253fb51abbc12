-- $1 gate   $2 part (null: only the whole has a pace)   $3, $4 between two of the whole, of the part, ms
-- $5 how long a send may hold the part, ms   $6 how far ahead to grant, ms   $7 has it been turned away before
select granted, wait_ms from belfry.take_permit($1, $2, $3, $4, $5, $6, $7)
