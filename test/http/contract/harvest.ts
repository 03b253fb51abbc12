// What answers tell about what lives now.

import type { Wanted } from './generate.ts'
import type { Pool } from './pool.ts'

interface Found {
  readonly id?: string
  readonly reminderId?: string
  readonly name?: string
  readonly token?: string
  readonly recipient?: string
  readonly state?: string
  readonly repeats?: string | null
  readonly items?: readonly Found[]
  readonly nextCursor?: string | null
}

export interface Harvest {
  readonly pool: Pool
  /** Recipients' tokens, by recipient. */
  readonly tokens: Map<string, string>
}

export function harvest({ pool, tokens }: Harvest, { operation, url, body }: Wanted, text: string): void {
  if (!text.startsWith('{')) return
  const found = JSON.parse(text) as Found
  const { operationId } = operation
  pool.cursor(operationId, found.nextCursor)
  const [noun] = operationId.split('.')
  const last = decodeURIComponent(url.split('?')[0]!.split('/').at(-1) ?? '')
  switch (operationId) {
    case 'recipients.put':
      return pool.add('recipient', last)
    case 'recipients.remove':
      tokens.delete(last)
      return pool.remove('recipient', last)
    case 'recipients.issueToken':
      return void tokens.set(found.recipient!, found.token!)
    case 'reminders.schedule':
      pool.add('reminder', found.id!)
      if (/"(rule|repeat)":/.test(body ?? '')) pool.add('series', found.id!)
      return
    case 'entities.put':
      return pool.add('entity', url.split('?')[0]!.split('/').slice(3).map(decodeURIComponent).join('/'))
    case 'plans.put':
      return pool.add('plan', found.name!)
    case 'plans.remove':
      return pool.remove('plan', last)
    case 'keys.create':
    case 'keys.rotate':
      return pool.add('key', found.id!)
    case 'keys.revoke':
      return pool.remove('key', found.id!)
    case 'tenants.put':
      return pool.add('tenant', found.id!)
    case 'reminders.retry':
      return pool.remove('failing', found.id!)
    case 'deliveries.retry':
      return pool.remove('failed', found.id!)
    case 'deliveries.settle':
      pool.remove('failed', found.id!)
      return pool.remove('unknown', found.id!)
  }
  for (const item of found.items ?? []) {
    if (noun === 'reminders' && item.id !== undefined) {
      pool.add('reminder', item.id)
      if (typeof item.repeats === 'string') pool.add('series', item.id)
    }
    if (noun === 'deliveries' && item.id !== undefined) {
      pool.add('delivery', item.id)
      if (item.state === 'failed' || item.state === 'unknown') pool.add(item.state, item.id)
      if (item.state === 'failed') pool.add('failing', item.reminderId!)
    }
  }
}
