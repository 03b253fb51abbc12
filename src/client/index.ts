// `belfry/client`

export { BelfryApiError } from './api-error.ts'
export { createClient } from './client.ts'
export type { Client, ClientOptions, RequestOptions } from './client-shape.ts'
