// A calendar on a real CalDAV server for each test, with somebody else who writes to it, too.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { calendar, event } from './files.ts'
import { people, type Radicale, radicale } from './radicale.ts'
import { type RecordingProxy, recordingProxy } from './recording-proxy.ts'
import { useStage } from './stage.ts'

let server: Radicale | { readonly why: string }
let count = 0

/** Of the running test. */
export let proxy: RecordingProxy
/** A collection of its own for each test. */
export let home: string
export let stage: ReturnType<typeof useStage>

/** Where its packages cannot be had, tests are left out, and the reason is told. */
export function useCaldav(): void {
  stage = useStage()
  beforeAll(async () => {
    server = await radicale()
    if ('why' in server) process.stderr.write(`No real CalDAV server: ${server.why}\n`)
  }, 120_000)
  afterAll(async () => {
    if ('close' in server) await server.close()
  })
  beforeEach(async (test) => {
    if ('why' in server) return test.skip(server.why)
    proxy = await recordingProxy(server.port)
    home = newHome()
    await other('MKCALENDAR', home)
  })
  afterEach(async () => {
    if ('why' in server) return
    await other('DELETE', home)
    await proxy.close()
  })
}

export const newHome = () => `/ana/${++count}/`

export const basic = (name: keyof typeof people) => `Basic ${Buffer.from(`${name}:${people[name]}`).toString('base64')}`

/** Another client of the same calendar. */
export async function other(method: string, path: string, body?: string): Promise<Response> {
  if ('why' in server) throw new Error(server.why)
  const headers = { authorization: basic('ana'), 'content-type': 'text/calendar' }
  return await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, ...(body !== undefined && { body }) })
}
export const textAt = async (path: string) => (await other('GET', path)).text()
export const statusAt = async (path: string) => (await other('GET', path)).status

export const at = (uid: string, hour: number, ...more: string[]) =>
  calendar(event(`UID:${uid}`, `DTSTART:20300115T${hour}0000Z`, `DTEND:20300115T${hour + 1}0000Z`, ...more))
export const account = { recipient: 'ana', id: 'work', kind: 'caldav', username: 'ana', password: people.ana } as const
export const put = (more: object = {}) => stage().calendars.put({ ...account, url: `${proxy.url}${home}`, ...more })
export const sync = () => stage().calendars.sync({ recipient: 'ana', id: 'work' })
