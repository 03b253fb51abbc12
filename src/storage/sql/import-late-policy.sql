-- What an imported entity does with steps that have passed, from its next put on: what was late when it was exported has a line
-- of its own, or was decided where it came from.
update belfry.entities set late_policy = $4 where tenant = $1 and type = $2 and id = $3
