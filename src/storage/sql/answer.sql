select fingerprint, answer from belfry.answers
where tenant = $1 and caller = $2 and key = $3 and expires_at > clock_timestamp()
