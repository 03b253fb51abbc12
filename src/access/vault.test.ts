import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVault } from './vault.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-vault-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const vault = (encryptionKey: string | null = null) => openVault({ encryptionKey, dataDir })

describe('the vault', () => {
  it('opens what it sealed, for the same purpose only', () => {
    const { seal, open } = vault('a key of the environment, long enough')
    const sealed = seal('whsec_하나 🔔', 'webhook a')
    expect(open(sealed, 'webhook a')).toBe('whsec_하나 🔔')
    expect(() => open(sealed, 'webhook b')).toThrow(/another key/)
  })

  it('seals differently each time, and nothing of it can be read', () => {
    const { seal } = vault('k'.repeat(32))
    const [one, two] = [seal('the secret', 'x'), seal('the secret', 'x')]
    expect(one.equals(two)).toBe(false)
    expect(one.toString('latin1')).not.toContain('the secret')
  })

  it('notices a changed byte, wherever it is', () => {
    const { seal, open } = vault('k'.repeat(32))
    const sealed = seal('the secret', 'x')
    for (let i = 1; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => open(changed, 'x')).toThrow(/another key/)
    }
  })

  it('makes a key of its own, for the owner alone, and finds it again', () => {
    const sealed = vault().seal('kept', 'x')
    expect(statSync(join(dataDir, 'encryption.key')).mode & 0o777).toBe(0o600)
    expect(vault().open(sealed, 'x')).toBe('kept')
    expect(readFileSync(join(dataDir, 'encryption.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/)
  })

  it('makes no file before there is something to seal, nor with a key that was given', () => {
    vault()
    vault('k'.repeat(32)).seal('kept', 'x')
    expect(() => statSync(join(dataDir, 'encryption.key'))).toThrow(/ENOENT/)
  })

  it('opens nothing that another key has sealed, and says whose key is missing', () => {
    const sealed = vault('k'.repeat(32)).seal('kept', 'x')
    expect(() => vault('l'.repeat(32)).open(sealed, 'x')).toThrow(/BELFRY_ENCRYPTION_KEY/)
    expect(() => vault().open(Buffer.from('short'), 'x')).toThrow(/another key/)
  })

  it('refuses a file that holds no key', () => {
    writeFileSync(join(dataDir, 'encryption.key'), 'not a key')
    expect(() => vault().seal('kept', 'x')).toThrow(/holds no key/)
  })
})
