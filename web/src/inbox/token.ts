// What a recipient's token says of itself. It is signed; whether it is good, the server knows.

export interface TokenFacts {
  readonly tenant: string
  readonly recipient: string
  readonly expiresMs: number
}

/** Null: not a token. */
export function readToken(token: string): TokenFacts | null {
  try {
    const [, payload = ''] = /^bft_([\w-]+)\./.exec(token) ?? []
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
    const [tenant, recipient, expiresMs] = JSON.parse(new TextDecoder().decode(bytes)) as [string, string, number]
    const isToken = typeof tenant === 'string' && typeof recipient === 'string' && typeof expiresMs === 'number'
    return isToken ? { tenant, recipient, expiresMs } : null
  } catch {
    return null
  }
}
