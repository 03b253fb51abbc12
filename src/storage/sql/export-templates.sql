select name, locale, channel, kind, entity_type, subject, text, html
from belfry.templates where tenant = $1 order by name, locale
