-- Which versions reminders have been resolved with, the newest first.
select version, checked, moved, date_part('epoch', resolved_at) * 1000 as resolved_ms
from belfry.zones order by version desc limit 50
