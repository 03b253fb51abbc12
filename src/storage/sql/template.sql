select name, locale, channel, kind, entity_type, subject, text, html, version, date_part('epoch', updated_at) * 1000 as updated_ms
from belfry.templates where tenant = $1 and name = $2 and locale = $3
