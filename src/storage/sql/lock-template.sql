select name, locale, channel, kind, entity_type, subject, text, html, version
from belfry.templates where tenant = $1 and name = $2 and locale = $3 for update
