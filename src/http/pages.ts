// The dashboard and the inbox: the files that the build has put into the folder `web`, read once at the start. What is asked for is
// looked up among them, and never becomes a path of the disk.

import * as crypto from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from './etag.ts'
import { serveMailFrame } from './mail-frame.ts'
import { Problem } from './problem.ts'
import type { Headers } from './route.ts'

/** Addresses of the dashboard, as its own router knows them: index.html is behind each. */
export const appPaths: readonly string[] = [
  '/',
  '/sign-in',
  '/overview',
  '/upcoming',
  '/deliveries',
  '/attention',
  ...['/entities', '/entities/*'],
  '/reminders/*',
  ...['/meetings', '/meetings/*'],
  '/alarms',
  ...['/sweeps', '/sweeps/*'],
  ...['/recipients', '/recipients/*'],
  '/plans',
  ...['/templates', '/templates/*'],
  ...['/webhooks', '/webhooks/*'],
  '/keys',
  '/audit',
  '/preview',
]

/** Nothing but what comes from here; no inline scripts, no inline styles, no text that becomes a script. */
export const pagesPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

interface PageFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  /** Packed by the build. */
  readonly packed: { readonly br: Buffer | null; readonly gzip: Buffer | null }
}

/** By their names in the folder: `index.html`, `assets/index-1a2b3c.js`. */
type PageFiles = ReadonlyMap<string, PageFile>

/** A name in there has its content's hash: under it there is never anything else. */
const assets = 'assets/'
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' }
/** Kept, and asked for again at each visit. */
const asked = { 'cache-control': 'no-cache' }
const ofPages = { ...asked, 'content-security-policy': pagesPolicy }

const headersOf: Readonly<Record<string, Headers>> = {
  // Browsers ask for it whenever the address changes, also within a page.
  'favicon.svg': { 'cache-control': 'public, max-age=86400' },
  // The element that other sites embed.
  'inbox.js': { ...asked, 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' },
}

export function servePages(app: FastifyInstance, folder: URL = builtFolder()): void {
  const files = readFiles(folder)
  const page = (name: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(name)
    return file ? sendFile(request, reply.headers(ofPages), file) : sayUnbuilt(reply)
  }
  for (const path of appPaths) app.get(path, page('index.html'))
  app.get('/inbox', page('inbox.html'))
  serveMailFrame(app)
  app.get<{ Params: { '*': string } }>(`/${assets}*`, async (request, reply) => {
    const file = files.get(assets + request.params['*'])
    if (!file) throw new Problem('no_such_route', 'There is no such file; the pages were built anew meanwhile.')
    return sendFile(request, reply.headers(forEver), file)
  })
  for (const [name, file] of files)
    if (!name.startsWith(assets) && !name.endsWith('.html'))
      app.get(`/${name}`, async (request, reply) => sendFile(request, reply.headers(headersOf[name] ?? asked), file))
}

/** Beside the compiled code; for who runs the sources, where the build puts it. */
function builtFolder(): URL {
  const beside = new URL('../web/', import.meta.url)
  return existsSync(new URL('index.html', beside)) ? beside : new URL('../../dist/web/', import.meta.url)
}

function readFiles(folder: URL): PageFiles {
  const names = ['', assets].flatMap((part) => namesIn(folder, part))
  const packed = (name: string) => (names.includes(name) ? readFileSync(new URL(name, folder)) : null)
  const found = names.flatMap((name) => {
    const type = contentTypes[extname(name)]
    if (type === undefined) return []
    const plain = readFileSync(new URL(name, folder))
    // Weak: the same for what is packed and what is not.
    const etag = `W/"${crypto.createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return [[name, { type, etag, plain, packed: { br: packed(`${name}.br`), gzip: packed(`${name}.gz`) } }] as const]
  })
  return new Map(found)
}

function namesIn(folder: URL, part: string): string[] {
  const inside = new URL(part, folder)
  if (!existsSync(inside)) return []
  return readdirSync(fileURLToPath(inside), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => part + name)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, etag, plain, packed }: PageFile): FastifyReply {
  // Who may read it from elsewhere is another answer for another origin (guard.ts).
  const before = reply.getHeader('vary')
  reply.headers({ etag, vary: before === undefined ? 'Accept-Encoding' : `${String(before)}, Accept-Encoding` })
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
  const encoding = (['br', 'gzip'] as const).find((one) => packed[one] !== null && accepts(request, one))
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding === undefined ? plain : packed[encoding])
}

function accepts({ headers }: FastifyRequest, encoding: string): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part))
  })
}

/** A clone that nobody has built: the API is there all the same. */
function sayUnbuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send(
      'The pages of Belfry are not built here. Run `npm run build`, and start the server again.\nThe API works without them: its reference is at /docs.\n',
    )
}
