select current_setting('enable_bitmapscan') as bitmap, current_setting('enable_indexscan') as index
