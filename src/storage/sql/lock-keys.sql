lock table belfry.keys in share row exclusive mode
