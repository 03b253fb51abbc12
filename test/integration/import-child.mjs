// A process that imports a Deno KV file and is killed after so many pieces, for a test that goes on from there.

import { createBelfry } from '../../dist/index.js'

const [database, file, pieces, batchSize] = process.argv.slice(2)
const belfry = await createBelfry({ database })
let left = Number(pieces)
const onProgress = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}
await belfry.import.denoKv({ database: file }, { batchSize: Number(batchSize), onProgress })
await belfry.close()
