-- For this transaction only: a BRIN index can only be read by a bitmap scan, which the hot statements do without.
select set_config('enable_bitmapscan', 'on', true)
