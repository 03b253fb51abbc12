// What a request says: JSON, or a form with a file.

import type { IncomingMessage } from 'node:http'
import type { Payload } from './methods.ts'

export async function readPayload(request: IncomingMessage): Promise<Payload> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  if (body.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  return type.startsWith('multipart/') ? await readForm(body, type) : (JSON.parse(body.toString('utf8')) as Payload)
}

async function readForm(body: Buffer, type: string): Promise<Payload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const files = new Map<string, { name: string; content: Buffer }>()
  const payload: Payload = {}
  for (const [name, value] of form.entries())
    if (typeof value === 'string') payload[name] = asJson(value)
    else files.set(name, { name: value.name, content: Buffer.from(await value.arrayBuffer()) })
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
