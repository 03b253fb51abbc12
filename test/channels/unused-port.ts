import { randomInt } from 'node:crypto'
import net from 'node:net'

/** A loopback port on which nobody listens, and which the system gives to nobody who asks for any. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = net.createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
