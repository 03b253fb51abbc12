rollback to savepoint effect
