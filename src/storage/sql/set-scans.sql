-- For this transaction only: a BRIN index can only be read by a bitmap scan, which hot statements do without; and while that
-- is wanted, no other index may seem a better choice (one of them was read from its first page to its last).
select set_config('enable_bitmapscan', $1, true) as bitmap, set_config('enable_indexscan', $2, true) as index
