-- For a transaction that waits for work done beside it: nobody ends it for being idle.
select set_config('idle_in_transaction_session_timeout', '0', true) as setting
