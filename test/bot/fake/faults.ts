// What goes wrong, by method and chat, a number of times.

import type { Payload } from './methods.ts'
import { type Refusal, refuse } from './refusal.ts'

export type Fault =
  /** It was done, and the connection ends without an answer. */
  | { readonly kind: 'dropped' }
  /** Such as 403, with Telegram's words. */
  | { readonly kind: 'refused'; readonly code: number; readonly description: string }
  /** 429. */
  | { readonly kind: 'slow down'; readonly retryAfter: number }
  | { readonly kind: 'migrated'; readonly to: number }
  /** It was done, and the answer comes when the test says so. */
  | { readonly kind: 'slow'; readonly until: Promise<void> }
  /** A page of a proxy in the way, as HTML; done or not. */
  | { readonly kind: 'bad gateway'; readonly arrives?: boolean }

interface Planned {
  readonly method: string
  readonly fault: Fault
  times: number
  readonly chat: number | null
}

export class FaultScript {
  private readonly planned: Planned[] = []

  add(planned: Planned): void {
    this.planned.push(planned)
  }

  take(method: string, { chat_id: chat }: Payload): Fault | null {
    const found = this.planned.find(
      (one) => one.times > 0 && one.method === method && (one.chat === null || one.chat === Number(chat)),
    )
    if (!found) return null
    found.times -= 1
    return found.fault
  }

  refusalOf(fault: Extract<Fault, { kind: 'refused' | 'slow down' | 'migrated' }>): Refusal {
    switch (fault.kind) {
      case 'refused':
        return refuse(fault.code, fault.description)
      case 'slow down':
        return refuse(429, `Too Many Requests: retry after ${fault.retryAfter}`, { retry_after: fault.retryAfter })
      case 'migrated':
        return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
          migrate_to_chat_id: fault.to,
        })
    }
  }
}
