-- Which kind of transaction the caller has handed over, and whether it is one: a statement by itself begins together with
-- its transaction.
select current_setting('transaction_isolation') as isolation, transaction_timestamp() <> statement_timestamp() as opened
