import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVault } from './vault.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-vault-'))
  secrets = new Map()
})

afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

/** As `secret` and `ensure-secret` do it. */
let secrets: Map<unknown, Buffer>
const db = {
  async run<Row extends object>(statement: string, [name, value]: readonly unknown[]): Promise<Row[]> {
    if (statement === 'ensure-secret' && !secrets.has(name)) secrets.set(name, value as Buffer)
    return secrets.has(name) ? [{ value: secrets.get(name) } as unknown as Row] : []
  },
}
const vault = (encryptionKey: string | null = null) => openVault({ encryptionKey, dataDir }, db)
const keyFile = () => join(dataDir, 'encryption.key')

describe('the vault', () => {
  it('opens what it sealed, for the same purpose only', async () => {
    const { seal, open } = vault('a key of the environment, long enough')
    const sealed = await seal('whsec_하나 🔔', 'webhook a')
    expect(await open(sealed, 'webhook a')).toBe('whsec_하나 🔔')
    await expect(open(sealed, 'webhook b')).rejects.toThrow(/another key/)
  })

  it('seals differently each time, and nothing of it can be read', async () => {
    const { seal } = vault('k'.repeat(32))
    const [one, two] = [await seal('the secret', 'x'), await seal('the secret', 'x')]
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain('the secret')
  })

  it('notices a changed byte, wherever it is', async () => {
    const { seal, open } = vault('k'.repeat(32))
    const sealed = await seal('the secret', 'x')
    for (let i = 1; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      await expect(open(changed, 'x')).rejects.toThrow(/another key/)
    }
  })

  it('makes a key of its own, for the owner alone, and finds it again', async () => {
    const sealed = await vault().seal('kept', 'x')
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(await vault().open(sealed, 'x')).toBe('kept')
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
    expect(readdirSync(dataDir)).toEqual(['encryption.key'])
  })

  it('makes no file before there is something to seal, nor with a key that was given', async () => {
    await vault().check()
    await expect(vault().open(Buffer.from('short'), 'x')).rejects.toThrow(/another key/)
    await vault('k'.repeat(32)).seal('kept', 'x')
    expect(existsSync(keyFile())).toBe(false)
  })

  it('opens nothing that another key has sealed, and says whose key is missing', async () => {
    const sealed = await vault('k'.repeat(32)).seal('kept', 'x')
    await expect(vault('l'.repeat(32)).open(sealed, 'x')).rejects.toThrow(/BELFRY_ENCRYPTION_KEY/)
  })

  it('makes no other key where its own is gone, and goes on when it is back', async () => {
    const sealed = await vault().seal('kept', 'x')
    const text = readFileSync(keyFile(), 'utf8')
    rmSync(keyFile())
    const later = vault()
    await expect(later.seal('more', 'x')).rejects.toThrow(/encryption.key is missing/)
    await expect(later.check()).rejects.toMatchObject({ code: 'invalid_input', field: '/encryptionKey' })
    expect(existsSync(keyFile())).toBe(false)
    writeFileSync(keyFile(), text)
    expect(await later.open(sealed, 'x')).toBe('kept')
  })

  it('gives way to whoever sealed first', async () => {
    const slow: typeof db = {
      async run(statement, values) {
        if (statement === 'ensure-secret') await vault('k'.repeat(32)).seal('first', 'x')
        return await db.run(statement, values)
      },
    }
    const second = openVault({ encryptionKey: null, dataDir }, slow)
    await expect(second.seal('second', 'x')).rejects.toThrow(/another key/)
  })

  it('refuses a file that holds no key', async () => {
    writeFileSync(keyFile(), 'not a key')
    await expect(vault().seal('kept', 'x')).rejects.toThrow(/holds no key/)
  })

  it('says why its file cannot be read, and not that the key is another', async () => {
    const sealed = await vault().seal('kept', 'x')
    rmSync(keyFile())
    mkdirSync(keyFile())
    await expect(vault().open(sealed, 'x')).rejects.toMatchObject({ code: 'EISDIR' })
  })
})
