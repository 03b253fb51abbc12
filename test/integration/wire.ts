// A wire to the database that a test can mute and cut.

import { connect, createServer, type Socket } from 'node:net'
import type { Running } from './running.ts'

export interface Wire {
  readonly url: string
  /** From here on nothing that the server says arrives. */
  mute(): void
  /** Breaks what there is; new connections are whole again. */
  cut(): void
}

/** A wire to the database that can be cut. */
export async function wireTo(target: string, atEnd: Running['atEnd']): Promise<Wire> {
  const server = new URL(target)
  const directory = server.searchParams.get('host')
  const port = Number(server.searchParams.get('port') ?? (server.port || 5432))
  const ends = new Set<Socket>()
  let muted = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = directory?.startsWith('/')
      ? connect(`${directory}/.s.PGSQL.${port}`)
      : connect(port, directory ?? server.hostname)
    ends.add(near)
    near.on('data', (data) => far.write(data)).on('close', () => far.destroy())
    far.on('data', (data) => muted.has(near) || near.write(data)).on('close', () => near.destroy())
    for (const end of [near, far]) end.on('error', () => {})
    near.on('close', () => ends.delete(near))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    for (const end of ends) end.destroy()
    proxy.close()
  })
  const through = new URL(target)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  return {
    url: through.href,
    mute() {
      muted = new Set(ends)
    },
    cut() {
      for (const end of ends) end.destroy()
    },
  }
}
