delete from belfry.availability_blocks where tenant = $1 and recipient = $2 and id = $3 returning id
