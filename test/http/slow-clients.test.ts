// What never becomes a request is answered as a problem, too: over a real socket, because nothing else sees it.

import net from 'node:net'
import { expect, it } from 'vitest'
import type { AppOptions } from '../../src/http/server.ts'
import { operatorKey, useServer } from './serving.ts'

const server = useServer()

/** Says this, keeps the connection open, and waits for the server to end it. */
async function say(port: number, text: string): Promise<{ status: number; body: { code: string; requestId: string } }> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    let answer = ''
    socket.on('data', (data) => (answer += data)).once('close', () => resolve(answer))
  })
  socket.write(text)
  const [head = '', body = ''] = (await ended).split('\r\n\r\n')
  expect(head).toContain('application/problem+json')
  expect(head).toContain('connection: close')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

const impatient = { patienceMs: { headers: 50, request: 100, lookEvery: 10 } }

async function listen(options: Partial<AppOptions> = {}): Promise<number> {
  const { app } = await server.start({ app: options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as net.AddressInfo).port
}

it.each([
  ['headers that never end', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
  [
    'a body that never comes',
    `POST /v1/reminders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${operatorKey}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  ],
])('%s: not waited for', async (_, text) => {
  const answer = await say(await listen(impatient), text)
  expect(answer).toMatchObject({ status: 408, body: { code: 'request_timeout', requestId: expect.any(String) } })
})

it('headers that are too large are refused', async () => {
  const text = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`
  expect(await say(await listen(), text)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
})

it('what is not HTTP is refused', async () => {
  expect(await say(await listen(), 'good morning\r\n\r\n')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  })
})
