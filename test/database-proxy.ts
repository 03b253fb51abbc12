// A database that can be taken away: a small TCP proxy before the suite's server. Closed, it refuses connections and cuts those that
// are open, as a server that was stopped does.

import net from 'node:net'

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  readonly url: string
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  close(): Promise<void>
}

/** `admit` sees how a connection begins; what it answers instead of null is sent back, and the connection ended. */
export async function proxyTo(
  databaseUrl: string,
  admit: (startup: Buffer) => Buffer | null = () => null,
): Promise<DatabaseProxy> {
  const sockets = new Set<net.Socket>()
  const keep = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = net.createServer((client) => {
    const upstream = net.connect(targetOf(databaseUrl))
    for (const socket of [client, upstream]) keep(socket)
    client.once('data', (startup) => {
      const refusal = admit(startup)
      if (refusal) return client.end(refusal)
      upstream.write(startup)
      client.pipe(upstream).pipe(client)
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as net.AddressInfo
  return {
    url: throughPort(databaseUrl, port),
    takeAway: stop,
    bringBack: () => listen(port),
    close: async () => {
      if (server.listening) await stop()
    },
  }
}

/** The suite's own server listens on a socket in a directory; one of DATABASE_URL mostly on a port. */
function targetOf(databaseUrl: string): net.NetConnectOpts {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') ?? url.hostname
  const port = Number(url.port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}
