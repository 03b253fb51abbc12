-- Sweeps of a configuration that does not have them any more: their runs can still be read, and by themselves they run no more.
--   $1 tenant   $2 names that it has
update belfry.sweeps set enabled = false, next_at = null, updated_at = belfry.now()
where tenant = $1 and origin = 'config' and enabled and name <> all ($2::text[])
returning name
