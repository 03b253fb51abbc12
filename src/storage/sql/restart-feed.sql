-- What was told before a restore comes before everything that this server tells.
select from belfry.restart_feed()
