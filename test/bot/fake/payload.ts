// What a request says: JSON, or a form with a file.

import type { IncomingMessage } from 'node:http'
import type { Payload } from './methods.ts'

export async function readPayload(request: IncomingMessage): Promise<Payload> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  if (body.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  return type.startsWith('multipart/') ? readForm(body, type) : (JSON.parse(body.toString('utf8')) as Payload)
}

/** Cut by hand: the runtime's reader wants blanks after a semicolon that the library does not write, and Telegram does not need. */
function readForm(body: Buffer, type: string): Payload {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1] ?? ''
  // One character for each byte, so that places are the same.
  const pieces = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  const files = new Map<string, { name: string; content: Buffer }>()
  const payload: Payload = {}
  for (const piece of pieces) {
    const end = piece.indexOf('\r\n\r\n')
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString('utf8')
    const content = Buffer.from(piece.slice(end + 4, -2), 'latin1')
    const name = /[; ]name="?([^";\r\n]+)/.exec(head)?.[1] ?? ''
    const fileName = /filename="?([^";\r\n]+)/.exec(head)?.[1]
    if (fileName === undefined) payload[name] = asJson(content.toString('utf8'))
    else files.set(name, { name: fileName, content })
  }
  for (const [name, value] of Object.entries(payload)) {
    const attached = typeof value === 'string' && value.startsWith('attach://') ? files.get(value.slice(9)) : undefined
    if (attached) payload[name] = attached
  }
  return { ...Object.fromEntries(files), ...payload }
}

/** Lists, objects and numbers travel as JSON in a form, texts as they are. */
function asJson(value: string): unknown {
  if (!/^(?:[[{]|-?[0-9]+$|true$|false$)/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
