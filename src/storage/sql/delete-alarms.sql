delete from belfry.alarms a using unnest($2::text[]) as k(page_id) where a.tenant = $1 and a.page_id = k.page_id
