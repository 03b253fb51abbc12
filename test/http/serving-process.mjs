// A server in a process of its own, for idempotency.test.ts: listens on loopback, says where in one line of JSON, and kills itself
// before the first byte of an answer to a request that asks for it: after the commit, as a power cut would.
// `node serving-process.mjs <database url> <operator key>`

import { createApp } from '../../dist/http/app.js'
import { createBelfry } from '../../dist/index.js'

const [database, operatorKey] = process.argv.slice(2)
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const belfry = await createBelfry({ database, roles: true })
const secret = await belfry.access.signingSecret(undefined)
const app = createApp({ belfry, secret, operatorKey, version: '0.0.0', logger: silent })

app.addHook('onSend', async (request) => {
  if (request.headers['x-die-before-answer'] === 'yes') process.kill(process.pid, 'SIGKILL')
})

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
process.stdin.resume().once('end', async () => {
  await app.close()
  await belfry.close()
})
