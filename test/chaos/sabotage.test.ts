import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { sabotages, trySabotage } from '../proof/sabotage.ts'
import { root } from './stage.ts'

// The fastest ones are played here; npm run proof plays them all.
const played = ['application-clock', 'no-unique-key']

describe('a sabotaged build', () => {
  it.each(played)('is caught: %s', async (name) => {
    const { caught, verdict } = await trySabotage(sabotages[name]!, { root, serverUrl: inject('databaseUrl') })
    expect(caught, JSON.stringify(verdict)).toBe(true)
  })

  it.each(Object.entries(sabotages))('still finds the text it patches: %s', async (_, { patches }) => {
    for (const { file, find } of patches) {
      if (find === '') continue
      const text = await readFile(join(root, file), 'utf8')
      expect(text.split(find).length - 1, `${file}: ${find}`).toBe(1)
    }
  })
})
