// A process that runs a sweep, for a test that kills it.

import { createBelfry } from '../../dist/index.js'

const [database, name] = process.argv.slice(2)
const belfry = await createBelfry({ database })
await belfry.sweeps.run(name)
await belfry.close()
