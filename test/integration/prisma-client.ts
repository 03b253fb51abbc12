// A real PrismaClient without `prisma generate`: what the generated file does, for one model. The generator would come with
// the command line (300 MB), whose installation wants to download an engine that this client does not use.

import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { type GetPrismaClientConfig, getPrismaClient } from '@prisma/client/runtime/client'

/** What the tests use of the generated class's type. */
interface Queries {
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>
  readonly booking: { create(query: { data: { title: string } }): Promise<{ id: number }> }
}
export interface PrismaClient extends Queries {
  $transaction<T>(
    work: (tx: Queries) => Promise<T>,
    options: { timeout: number; maxWait: number; isolationLevel?: 'RepeatableRead' | 'Serializable' },
  ): Promise<T>
  $disconnect(): Promise<void>
}

const schema = `
  datasource db {
    provider = "postgresql"
  }
  model Booking {
    id    Int    @id @default(autoincrement())
    title String
    @@map("bookings")
  }`

const models: GetPrismaClientConfig['runtimeDataModel']['models'] = {
  Booking: {
    dbName: 'bookings',
    schema: null,
    fields: [
      { name: 'id', kind: 'scalar', type: 'Int' },
      { name: 'title', kind: 'scalar', type: 'String' },
    ],
  } as never,
}

/** Node has it; the types of the project's libraries do not. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<unknown> }

const runtime = createRequire(import.meta.url)
const compiler = '@prisma/client/runtime/query_compiler_small_bg.postgresql'

export function openPrisma(connectionString: string, options: object = {}): PrismaClient {
  const { version } = runtime('@prisma/client/package.json')
  const Client = getPrismaClient({
    previewFeatures: [],
    clientVersion: version,
    engineVersion: version,
    activeProvider: 'postgresql',
    inlineSchema: schema,
    runtimeDataModel: { models, enums: {}, types: {} },
    parameterizationSchema: { strings: [], graph: 'AAAA' },
    compilerWasm: {
      getRuntime: async () => runtime(`${compiler}.js`),
      getQueryCompilerWasmModule: async () =>
        await WebAssembly.compile(Buffer.from(runtime(`${compiler}.wasm-base64.js`).wasm, 'base64')),
      importName: './query_compiler_small_bg.js',
    },
  })
  return new Client({ adapter: new PrismaPg({ connectionString, ...options }) }) as unknown as PrismaClient
}
