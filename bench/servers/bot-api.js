// A Bot API that answers at once, and remembers in which order which chats were told what.

import { createServer } from 'node:http'

/** @returns `apiRoot`, `told` (text and chat, in order) and `close` */
export async function startBotApi() {
  const told = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      const { chat_id: chat, text } = JSON.parse(body)
      told.push({ chat, text, atMs: performance.now() })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ ok: true, result: { message_id: told.length, date: 0, chat: { id: chat, type: 'private' } } }),
      )
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    apiRoot: `http://127.0.0.1:${server.address().port}`,
    told,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
