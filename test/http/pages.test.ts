// The pages: what the build made, handed out as browsers want it, and nothing else of the disk.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { mailFramePath, mailFramePolicy } from '../../src/http/mail-frame.ts'
import { appPaths, pagesPolicy } from '../../src/http/pages.ts'
import { createBelfry } from '../../src/index.ts'
import { useDatabase } from '../integration/running.ts'

const script = `console.log(${JSON.stringify('ding '.repeat(400))})`
const folder = mkdtempSync(join(tmpdir(), 'belfry-pages-'))
const web = join(folder, 'web')
const files: Record<string, string | Buffer> = {
  'web/index.html': '<!doctype html><title>Dashboard</title>',
  'web/inbox.html': '<!doctype html><title>Inbox</title>',
  'web/inbox.js': 'customElements.define("belfry-inbox", class extends HTMLElement {})',
  'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'web/manifest.webmanifest': '{}',
  'web/assets/index-1a2b3c.js': script,
  'web/assets/index-1a2b3c.js.br': brotliCompressSync(script),
  'web/assets/index-1a2b3c.js.gz': gzipSync(script),
  'web/assets/index-4d5e6f.css': 'body { margin: 0 }',
  'web/assets/notes.txt': 'of a kind that is not served',
  'secret.js': 'beside the folder',
  'web/service-worker/secret.js': 'below it, and not among the pages',
}

beforeAll(() => {
  for (const part of ['assets', 'service-worker']) mkdirSync(join(web, part), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

const { url, atEnd } = useDatabase()
const silent = { debug() {}, info() {}, warn() {}, error() {} }

async function start(more: object = {}): Promise<FastifyInstance> {
  const belfry = await createBelfry({ database: url() })
  const app = createApp({
    ...{ belfry, secret: Buffer.alloc(32), version: '0.0.0', logger: silent },
    ...{ pagesFolder: pathToFileURL(`${web}/`), corsOrigins: ['https://app.example'] },
    ...more,
  })
  atEnd(async () => {
    await app.close()
    await belfry.close()
  })
  await app.ready()
  return app
}

async function get(app: FastifyInstance, path: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') {
  return await app.inject({ method, url: path, headers: { host: 'localhost', ...headers } })
}

const below = (path: string) => path.replace('*', 'meeting/standup%20%2F7?tab=story')

describe('the dashboard', () => {
  it('is behind every address of its own', async () => {
    const app = await start()
    for (const path of appPaths.map(below)) {
      const answer = await get(app, path)
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, files['web/index.html']])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagesPolicy,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await get(app, '/inbox')).body).toBe(files['web/inbox.html'])
    expect((await get(app, '/inbox')).headers['content-security-policy']).toBe(pagesPolicy)
  })

  it('has an empty page for what mails look like, which nobody else may frame and no script runs in', async () => {
    const { statusCode, headers, body } = await get(await start(), mailFramePath)
    expect([statusCode, headers['content-type'], headers['x-frame-options']]).toEqual([
      ...[200, 'text/html; charset=utf-8', 'SAMEORIGIN'],
    ])
    expect(headers['content-security-policy']).toBe(mailFramePolicy)
    expect(mailFramePolicy).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox/)
    expect(mailFramePolicy).not.toMatch(/script/)
    expect(body).not.toContain('<script')
  })

  it('leaves everything else as it is', async () => {
    const app = await start()
    expect((await get(app, '/docs')).body).toContain('Belfry')
    expect((await get(app, '/service-worker.js')).statusCode).toBe(200)
    for (const path of ['/nothing', '/upcomings', '/keys/1', '/index.html', '/inbox.html', '/assets', '/assets/']) {
      const { statusCode, body } = await get(app, path)
      expect([path, statusCode, JSON.parse(body).code]).toEqual([path, 404, 'no_such_route'])
    }
    const post = await app.inject({ method: 'POST', url: '/upcoming', headers: { host: 'localhost' } })
    expect(post.statusCode).toBe(404)
    expect((await get(app, '/', { host: 'evil.example' })).statusCode).toBe(421)
  })

  it('trusts no text, no frame and no other server', () => {
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
      expect(pagesPolicy.split('; ')).toContain(part)
    expect(pagesPolicy).not.toMatch(/unsafe|https?:|\*/)
  })

  it('is not there where nobody has built it, and says how to', async () => {
    const app = await start({ pagesFolder: pathToFileURL(`${folder}/nowhere/`) })
    const answer = await get(app, '/')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.body).toContain('`npm run build`')
    expect((await get(app, '/docs')).statusCode).toBe(200)
  })

  it('is not on the port of a worker', async () => {
    const app = await start({ only: 'health' })
    for (const path of ['/', '/inbox.js', '/assets/index-1a2b3c.js'])
      expect((await get(app, path)).statusCode).toBe(404)
  })
})

describe('files', () => {
  const asset = '/assets/index-1a2b3c.js'

  it('with a hash in their name are kept for ever', async () => {
    const app = await start()
    const plain = await get(app, asset)
    expect(plain).toMatchObject({ statusCode: 200, body: script })
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    const style = await get(app, '/assets/index-4d5e6f.css', { 'accept-encoding': 'br, gzip' })
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(style.headers['content-encoding']).toBeUndefined()
  })

  it('come packed to who can unpack them', async () => {
    const app = await start()
    const packed = async (accepted: string) => {
      const { headers, rawPayload, statusCode } = await get(app, asset, { 'accept-encoding': accepted })
      expect(statusCode).toBe(200)
      return [headers['content-encoding'], rawPayload] as const
    }
    const [brotli, ofBrotli] = await packed('gzip, deflate, br, zstd')
    expect([brotli, brotliDecompressSync(ofBrotli).toString()]).toEqual(['br', script])
    const [gzip, ofGzip] = await packed('gzip;q=0.8, br;q=0')
    expect([gzip, gunzipSync(ofGzip).toString()]).toEqual(['gzip', script])
    for (const accepted of ['', 'identity', 'brotli', 'gzip;q=0.0, br; q=0'])
      expect((await packed(accepted))[0]).toBeUndefined()
  })

  it('are not sent again to who has them', async () => {
    const app = await start()
    for (const path of ['/', '/inbox.js', '/favicon.svg', asset]) {
      const { headers } = await get(app, path)
      expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/)
      const again = await get(app, path, { 'if-none-match': String(headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers['cache-control']).toBe(headers['cache-control'])
      expect((await get(app, path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
    const etags = await Promise.all(
      ['/', '/inbox', '/inbox.js'].map(async (path) => (await get(app, path)).headers.etag),
    )
    expect(new Set(etags).size).toBe(3)
  })

  it('of the root have their types; the element is for every site', async () => {
    const app = await start()
    expect((await get(app, '/favicon.svg')).headers).toMatchObject({
      ...{ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await get(app, '/manifest.webmanifest')).headers['content-type']).toBe('application/manifest+json')
    for (const headers of [{}, { origin: 'https://shop.example' }, { origin: 'https://app.example' }])
      expect((await get(app, '/inbox.js', headers)).headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
  })

  it('answer HEAD as GET, without the body', async () => {
    const app = await start()
    for (const path of ['/', '/upcoming', '/inbox.js', asset]) {
      const [whole, head] = [await get(app, path), await get(app, path, {}, 'HEAD')]
      expect([head.statusCode, head.body]).toEqual([200, ''])
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
        expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
    }
  })

  it('outside of the folder are not there, however they are asked for', async () => {
    const app = await start()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const odd = [
      ...['/assets/../../secret.js', '/assets/..%2f..%2fsecret.js', '/assets/%2e%2e/%2e%2e/secret.js', '/../secret.js'],
      ...['/assets/..%5c..%5csecret.js', '/assets/../service-worker/secret.js', '/service-worker/secret.js'],
      ...['/assets/%00', '/assets/index-1a2b3c.js%00.css', '/assets//index-1a2b3c.js', '/assets/notes.txt'],
      ...[
        '/assets/index-1a2b3c.js.br',
        '/assets/index-1a2b3c.js.gz',
        '/assets/../index.html',
        `/assets${folder}/secret.js`,
      ],
      ...['/assets/__proto__', '/assets/constructor'],
    ]
    for (const path of odd) {
      const { status, text } = await raw(port, path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('beside the folder')
    }
    expect((await raw(port, asset)).status).toBe(200)
  })
})

/** As it is written: `fetch` would tidy the path up. */
async function raw(port: number, path: string): Promise<{ status: number | undefined; text: string }> {
  return await new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
  })
}
