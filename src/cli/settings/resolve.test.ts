import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { libraryOptions, resolveSettings } from './resolve.ts'
import type { SettingName } from './table.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-settings-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)

function resolve(
  environment: Record<string, string> = {},
  {
    options = {},
    configFile = null,
  }: { options?: Partial<Record<SettingName, string>>; configFile?: string | null } = {},
) {
  const given = new Map(Object.entries(options) as [SettingName, string][])
  return resolveSettings({ environment, directory, configFile, options: given })
}

describe('what holds', () => {
  it('an option before the environment, that before the file, that before the default', async () => {
    write('belfry.config.json', '{ "port": 1, "host": "::1", "pollMs": 100 }')
    const environment = { BELFRY_PORT: '2', BELFRY_HOST: 'localhost' }
    const { settings, sources } = await resolve(environment, { options: { port: '3' } })
    expect([settings.port, settings.host, settings.pollMs, settings.tenant]).toEqual([3, 'localhost', 100, 'default'])
    expect([sources.port, sources.host, sources.pollMs, sources.tenant]).toEqual([
      'option',
      'environment',
      'file',
      'default',
    ])
  })

  it('an empty variable, and null in the file, are not set', async () => {
    write('belfry.config.json', '{ "publicUrl": null }')
    const { sources } = await resolve({ DATABASE_URL: '', BELFRY_PORT: '' })
    expect([sources.database, sources.port, sources.publicUrl]).toEqual(['default', 'default', 'default'])
  })

  it('gives the library its own', async () => {
    const { settings } = await resolve({ BELFRY_TENANT: 'acme', BELFRY_POOLED: 'on' })
    expect(libraryOptions(settings)).toMatchObject({ dataDir: '.belfry', tenant: 'acme', pooled: true })
    const other = await resolve({ DATABASE_URL: 'postgres://localhost/x' })
    expect(libraryOptions(other.settings)).toMatchObject({ database: 'postgres://localhost/x' })
    // The key that seals secrets is there, whichever database it is.
    expect(libraryOptions(other.settings)).toHaveProperty('dataDir')
    expect(libraryOptions(other.settings)).not.toHaveProperty('encryptionKey')
    expect(libraryOptions(other.settings)).not.toHaveProperty('publicUrl')
    const sealed = await resolve({
      BELFRY_ENCRYPTION_KEY: 'x'.repeat(32),
      BELFRY_ALLOWED_TARGETS: '10.1.0.0/16, hooks.internal',
    })
    expect(libraryOptions(sealed.settings)).toMatchObject({
      ...{ encryptionKey: 'x'.repeat(32), allowedTargets: ['10.1.0.0/16', 'hooks.internal'] },
    })
    // Links in messages are signed with what the server reads them by.
    const links = {
      BELFRY_PUBLIC_URL: 'https://r.example.com/',
      BELFRY_SECRET: 'a secret that is long enough to be one',
    }
    expect(libraryOptions((await resolve(links)).settings)).toMatchObject({
      publicUrl: 'https://r.example.com',
      secret: 'a secret that is long enough to be one',
    })
  })
})

describe('kinds', () => {
  it.each([
    ['BELFRY_PORT', '80', 'port', 80],
    ['BELFRY_WORKER', 'off', 'worker', false],
    ['BELFRY_WORKER', 'YES', 'worker', true],
    [
      'BELFRY_CORS_ORIGINS',
      'https://a.example, http://b.example:3000',
      'corsOrigins',
      ['https://a.example', 'http://b.example:3000'],
    ],
    ['BELFRY_TRUST_PROXY', 'true', 'trustProxy', true],
    ['BELFRY_TRUST_PROXY', '10.0.0.0/8,::1', 'trustProxy', ['10.0.0.0/8', '::1']],
    ['BELFRY_PUBLIC_URL', 'https://r.example.com/', 'publicUrl', 'https://r.example.com'],
    ['BELFRY_CLOCK', 'driven', 'clock', 'driven'],
  ] as const)('%s=%s', async (env, text, name, value) => {
    expect((await resolve({ [env]: text })).settings[name]).toEqual(value)
  })

  it.each([
    ['BELFRY_PORT', '99999', 'a whole number from 0 to 65535'],
    ['BELFRY_PORT', '80x', 'a whole number'],
    ['BELFRY_WORKER', 'maybe', 'true or false'],
    ['BELFRY_CLOCK', 'fast', 'real, driven'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['BELFRY_CORS_ORIGINS', 'app.example.com', 'an origin such as'],
    ['BELFRY_TENANT', 'a/b', 'a name of letters'],
    ['BELFRY_OPERATOR_KEY', 'short', 'at least 32 characters'],
  ])('%s=%s is refused, with what is accepted', async (env, text, accepted) => {
    const error = await resolve({ [env]: text }).catch((error: Error) => error.message)
    expect(error).toContain(env)
    expect(error).toContain(accepted)
  })

  it('never repeats a secret', async () => {
    const error = await resolve({ BELFRY_SECRET: 'hunter2' }).catch((error: Error) => error.message)
    expect(error).toContain('BELFRY_SECRET')
    expect(error).not.toContain('hunter2')
    const url = await resolve({ DATABASE_URL: 'postgresq://u:hunter2@h/d' }).catch((error: Error) => error.message)
    expect(url).not.toContain('hunter2')
  })

  it('the file has kinds of its own: no texts for numbers', async () => {
    write('belfry.config.json', '{ "port": "80" }')
    await expect(resolve()).rejects.toThrow(/belfry.config.json has a value "80" of the wrong kind. \(at \/port\)/)
  })
})

describe('unknown names', () => {
  it('a variable names the nearest', async () => {
    await expect(resolve({ BELFRY_PROT: '80' })).rejects.toThrow(/no setting BELFRY_PROT .* Did you mean BELFRY_PORT\?/)
    await expect(resolve({ OTHER_PROT: '80', BELFRY_KEY: 'bf_live_x' })).resolves.toBeDefined()
  })

  it('a key of the file names the nearest', async () => {
    write('belfry.config.json', '{ "pollMS": 80, "tenat": "x" }')
    await expect(resolve()).rejects.toThrow(/belfry.config.json: There is no field "pollMS". Did you mean pollMs\?/)
  })
})

describe('the file', () => {
  const channel = `{ name: 'sms', idempotent: false, send: async () => ({ kind: 'delivered' }) }`

  it('may be TypeScript, with channels', async () => {
    write('belfry.config.ts', `const port: number = 81\nexport default { port, channels: [${channel}] }\n`)
    const { settings, file } = await resolve()
    expect([settings.port, settings.channels[0]?.name]).toEqual([81, 'sms'])
    expect(file).toBe(join(directory, 'belfry.config.ts'))
  })

  it('may be JavaScript', async () => {
    write('belfry.config.js', `export default { port: 82 }\n`)
    expect((await resolve()).settings.port).toBe(82)
  })

  it('may be named, and must be there then', async () => {
    write('other.json', '{ "port": 83 }')
    write('belfry.config.json', '{ "port": 84 }')
    expect((await resolve({}, { configFile: 'other.json' })).settings.port).toBe(83)
    await expect(resolve({}, { configFile: 'none.json' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is one', async () => {
    write('belfry.config.json', '{}')
    write('belfry.config.js', 'export default {}')
    await expect(resolve()).rejects.toThrow(/more than one configuration file/)
  })

  it.each([
    ['belfry.config.json', '{ "port": ', 'cannot be read'],
    ['belfry.config.json', '[]', 'Expected an object'],
    ['belfry.config.json', '{ "channels": ["email"] }', 'a list of channels'],
    ['belfry.config.js', 'export const port = 1', 'Expected an object'],
    ['belfry.config.js', 'throw new Error("no such thing")', 'no such thing'],
  ])('%s with %s is refused', async (name, text, why) => {
    write(name, text)
    await expect(resolve()).rejects.toThrow(why)
  })
})

describe('sweeps and connections', () => {
  const tasks = { name: 'tasks', every: 'PT1H', source: { table: 'tasks' } }

  it('come from the file; a connection of the environment goes before', async () => {
    const connections = { reporting: 'postgres://file/a', archive: 'postgres://file/b' }
    write('belfry.config.json', JSON.stringify({ sweeps: [tasks], connections }))
    const { settings } = await resolve({ BELFRY_CONNECTION_REPORTING: 'postgres://env/a', BELFRY_CONNECTION_NONE: '' })
    expect(settings.sweeps).toEqual([tasks])
    expect(settings.connections).toEqual({ reporting: 'postgres://env/a', archive: 'postgres://file/b' })
    expect(libraryOptions(settings)).toMatchObject({ connections: settings.connections })
    // A look at a list must not make any.
    expect(libraryOptions(settings)).not.toHaveProperty('sweeps')
  })

  it('a sweep of a program may have a function as its source', async () => {
    write(
      'belfry.config.js',
      `export default { sweeps: [{ name: 'x', every: 'PT1H', source: { items: () => [] } }] }\n`,
    )
    const [sweep] = (await resolve()).settings.sweeps ?? []
    expect(sweep?.source).toMatchObject({ items: expect.any(Function) })
  })

  it.each([
    [{ sweeps: { tasks } }, 'a list of objects with name, every and source'],
    [{ sweeps: ['tasks'] }, 'a list of objects with name, every and source'],
    [{ connections: ['postgres://u:hunter2@h/d'] }, 'an object of URLs by name'],
    [{ connections: { Reporting: 'postgres://u:hunter2@h/d' } }, 'a lower-case name'],
    [{ connections: { reporting: 'mysql://u:hunter2@h/d' } }, 'a URL such as postgres://'],
    [{ connections: { reporting: 7 } }, 'a URL such as postgres://'],
  ])('%j is refused, and no URL is repeated', async (content, accepted) => {
    write('belfry.config.json', JSON.stringify(content))
    const error = await resolve().catch((error: Error) => error.message)
    expect(error).toContain(accepted)
    expect(error).not.toContain('hunter2')
  })

  it('a variable of the wrong kind is named, without what it holds', async () => {
    const error = await resolve({ BELFRY_CONNECTION_X: 'mysql://u:hunter2@h/d' }).catch((error: Error) => error.message)
    expect(error).toContain('BELFRY_CONNECTION_X has a URL of the wrong kind')
    expect(error).not.toContain('hunter2')
  })
})
