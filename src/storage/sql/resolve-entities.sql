update belfry.entities e set at = to_timestamp(u.ms / 1000), tz_version = $5
from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as u(tenant, type, id, ms)
where e.tenant = u.tenant and e.type = u.type and e.id = u.id
