// What the server is made of, and what its routes know of it.

import type { Belfry, Logger } from '../index.ts'
import type { Sessions } from './session.ts'
import type { SignInCodes } from './sign-in-codes.ts'

export interface AppOptions {
  readonly belfry: Belfry
  readonly version: string
  readonly logger: Logger
  /** Signs recipient tokens. */
  readonly secret: Buffer
  /** Opens everything, beside the operator keys that are stored. */
  readonly operatorKey?: string | undefined
  /** Codes of links that sign in; whoever starts the server makes them. Default: there are none. */
  readonly signInCodes?: Pick<SignInCodes, 'take'>
  /** For operators who name none. Default `default`. */
  readonly tenant?: string
  readonly clock?: 'real' | 'driven'
  /** Where the world reaches it; its host is allowed. */
  readonly publicUrl?: string
  readonly allowedHosts?: readonly string[]
  readonly corsOrigins?: readonly string[]
  /** Believe X-Forwarded-For. Only behind a proxy that sets it. */
  readonly trustProxy?: boolean | string[]
  /** Only /healthz, /readyz and /metrics, for a worker. Default: everything. */
  readonly only?: 'health'
  /** Where the built pages are. Default: where the build puts them. */
  readonly pagesFolder?: URL
  /** Requests a minute; 0: no limit. */
  readonly requestsPerMinute?: { readonly key?: number; readonly address?: number; readonly stranger?: number }
  /** How long a client may take to send its headers and its whole request, how often that is looked at, and how long a connection may be silent. */
  readonly patienceMs?: {
    readonly headers?: number
    readonly request?: number
    readonly lookEvery?: number
    readonly silence?: number
  }
  readonly metrics?: {
    http(method: string, route: string, status: number, seconds: number): void
    text(): Promise<string>
  }
  /** Takes what Telegram posts; false: it was somebody else. Default: nobody takes it. */
  readonly telegram?: { receive(update: unknown, secret: string): Promise<boolean> } | null
  readonly captureError?: (error: unknown, where: { readonly requestId: string; readonly route: string }) => void
}

export interface Server {
  readonly belfry: Belfry
  readonly version: string
  readonly secret: Buffer
  readonly clock: 'real' | 'driven'
  readonly telegram: NonNullable<AppOptions['telegram']> | null
  readonly sessions: Sessions
  /** Keys that this server remembers; after one was revoked. */
  forgetKeys(): void
  metrics(): Promise<string>
  /** Null when it can answer, else what it waits for. */
  missing(): Promise<string | null>
}
