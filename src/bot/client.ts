// How the bot reaches Telegram, also from inside conversations, where transformers do not reach. "Slow down" was definitely not done, so
// it is waited for and asked once more; nothing else is ever repeated by itself, for it may have arrived.

import type { Api, ApiClientOptions } from 'grammy'
import type { Sleeper } from '../time/clock.ts'

/** Telegram answers within this, or it is not known what it did. */
const timeoutMs = 20_000
/** A poll is held for half a minute; a connection that nobody is at the end of any more must not keep the bot deaf for longer. */
const pollTimeoutMs = 45_000
/** Longer than this nobody waits for an answer: the update would be in the way of others, and Telegram would post it again. */
const waitSecondsMax = 20

type Fetch = NonNullable<ApiClientOptions['fetch']>

export interface ClientOptions {
  readonly apiRoot: string
  readonly sleeper: Sleeper
}

export function clientOf({ apiRoot, sleeper }: ClientOptions): ApiClientOptions {
  const request = async (url: string, init: RequestInit & { readonly signal: AbortSignal | null }) => {
    const response = await once(url, init)
    // A tap that waited for long ("query is too old") has nobody who waits for its answer, and what it asked for is still done.
    if (response.status === 400 && url.endsWith('/answerCallbackQuery'))
      return Response.json({ ok: true, result: true })
    const retryAfter = await retryAfterOf(response)
    if (retryAfter === null || retryAfter > waitSecondsMax) return response
    if ((await sleeper.sleep(retryAfter * 1_000, { signal: init.signal ?? undefined })) === 'aborted') return response
    return await once(url, init)
  }
  const fetching = async (url: string, { method, headers, body, signal }: RequestInit) =>
    // A stream is read once: what may have to be sent again is kept.
    await request(url, {
      ...{ method: method ?? 'POST', ...(headers && { headers }), signal: native(signal) },
      ...(body != null && {
        body: typeof body === 'string' ? body : new Uint8Array(await new Response(body).arrayBuffer()),
      }),
    })
  // The library's types are those of another fetch; the few fields that it uses are the same.
  return { apiRoot, fetch: fetching as unknown as Fetch }
}

async function once(url: string, init: RequestInit): Promise<Response> {
  const limitMs = url.endsWith('/getUpdates') ? pollTimeoutMs : timeoutMs
  const limits = [AbortSignal.timeout(limitMs), ...(init.signal ? [init.signal] : [])]
  return await fetch(url, { ...init, signal: AbortSignal.any(limits) })
}

/** Seconds; null: it says something else. */
async function retryAfterOf(response: Response): Promise<number | null> {
  if (response.status !== 429) return null
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { parameters?: { retry_after?: unknown } } | null
  const seconds = body?.parameters?.retry_after
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null
}

/** The library brings a signal of its own make, which the runtime's fetch does not take. */
function native(signal: AbortSignal | null | undefined): AbortSignal | null {
  if (!signal || signal instanceof AbortSignal) return signal ?? null
  const other = signal as AbortSignal
  const controller = new AbortController()
  if (other.aborted) controller.abort()
  else other.addEventListener('abort', () => controller.abort(), { once: true })
  return controller.signal
}

/** The library's type of a signal is that of its own make; at run time it takes the runtime's. */
export function apiSignal(signal: AbortSignal): NonNullable<Parameters<Api['getMe']>[0]> {
  return signal as unknown as NonNullable<Parameters<Api['getMe']>[0]>
}
