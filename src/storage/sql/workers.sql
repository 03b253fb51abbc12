-- Workers that are connected to this database, by the names of their connections. Everybody may read these names.
select substr(application_name, length('belfry worker ') + 1) as id, count(*)::integer as connections,
  date_part('epoch', min(backend_start)) * 1000 as since_ms, host(min(client_addr)) as address
from pg_stat_activity
where datname = current_database() and application_name like 'belfry worker %'
group by application_name
order by min(backend_start), application_name
