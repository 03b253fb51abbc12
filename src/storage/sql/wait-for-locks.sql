-- For work that may take long, or wait long for somebody who does the same: until the end of this transaction.
select set_config('statement_timeout', '0', true) || set_config('lock_timeout', '0', true)
  || set_config('idle_in_transaction_session_timeout', '0', true) as settings
