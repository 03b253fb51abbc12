update belfry.clock set driven_at = $1::timestamptz
