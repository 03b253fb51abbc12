import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Progress } from '../print/progress.ts'
import { resolveSettings } from '../settings/resolve.ts'
import { Call } from './call.ts'
import { linesOf, readingOf, writeLines } from './files.ts'
import type { Terminal } from './terminal.ts'

let directory: string
let stop: AbortController
let call: Call
const progress = new Progress('lines', { isTty: false, say: () => {}, nowMs: () => 0 })

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-files-'))
  stop = new AbortController()
  const terminal = { directory, environment: {}, isTty: { out: false, err: false }, signal: stop.signal }
  const resolved = await resolveSettings({ environment: {}, directory, configFile: null, options: new Map() })
  call = new Call(terminal as unknown as Terminal, { words: [], options: new Map(), usage: '' }, resolved)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function* lines(count: number, then: () => void = () => {}) {
  for (let i = 0; i < count; i++) yield `${i}`
  then()
  yield 'last'
}

it('writes a file that only its owner can read, over whatever was there', async () => {
  writeFileSync(join(directory, 'a'), 'old', { mode: 0o644 })
  writeFileSync(join(directory, 'a.part'), 'left over', { mode: 0o644 })
  expect(await writeLines(call, 'a', lines(2), progress)).toBe(3)
  expect(readFileSync(join(directory, 'a'), 'utf8')).toBe('0\n1\nlast\n')
  expect(statSync(join(directory, 'a')).mode & 0o777).toBe(0o600)
})

it('leaves the old file, and no half of a new one, where it fails or is interrupted', async () => {
  writeFileSync(join(directory, 'a'), 'old')
  const failing = lines(2, () => {
    throw new Error('gone')
  })
  await expect(writeLines(call, 'a', failing, progress)).rejects.toThrow('gone')
  await expect(
    writeLines(
      call,
      'a',
      lines(2, () => stop.abort()),
      progress,
    ),
  ).rejects.toThrow('Interrupted')
  expect(readdirSync(directory)).toEqual(['a'])
  expect(readFileSync(join(directory, 'a'), 'utf8')).toBe('old')
})

it('reads lines whole, whatever the pieces are, and knows how far it is', async () => {
  const text = 'eins\nzwei ✓\n\ndrei'
  writeFileSync(join(directory, 'a'), text)
  const { chunks, part } = readingOf(call, 'a')
  const read: string[] = []
  for await (const line of linesOf(chunks)) read.push(line)
  expect(read).toEqual(text.split('\n'))
  expect(part()).toBe(1)
  async function* bytes() {
    for (const byte of Buffer.from(text)) yield Uint8Array.of(byte)
  }
  const pieces: string[] = []
  for await (const line of linesOf(bytes())) pieces.push(line)
  expect(pieces).toEqual(text.split('\n'))
})
