-- A chat is not a recipient's any more; another address of theirs stays.   $1 tenant   $2 recipient   $3 address
delete from belfry.addresses where tenant = $1 and recipient = $2 and channel = 'telegram' and address = $3
returning channel
