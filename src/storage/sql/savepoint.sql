savepoint effect
