delete from belfry.trouble where bucket = $1 and reminder = $2
