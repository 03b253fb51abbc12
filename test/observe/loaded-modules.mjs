// Starts reporting in a process of its own and prints which modules that has loaded.
// `node loaded-modules.mjs <compiled reporting.js> [dsn]`

import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'

const [module, dsn] = process.argv.slice(2)
const { port1: heard, port2: port } = new MessageChannel()
const hooks = `
  let port
  export const initialize = (data) => { port = data.port }
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context) }`
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: { port }, transferList: [port] })

const { startReporting } = await import(pathToFileURL(module).href)
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const belfry = { onNotice: () => () => {} }
const reporting = await startReporting({ dsn: dsn ?? null, belfry, logger: quiet, release: 'belfry@0' })
await reporting.close()

const loaded = []
for (let one = receiveMessageOnPort(heard); one; one = receiveMessageOnPort(heard)) loaded.push(one.message)
heard.close()
process.stdout.write(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))))
