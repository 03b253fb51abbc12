-- Whoever finds another cluster or timeline decides alone what becomes of it; the others find it decided.
select system_identifier as known_identifier, timeline as known_timeline from belfry.lineage for update
