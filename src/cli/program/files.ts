// Files of JSON lines. What is written may hold people's texts and addresses: only the owner can read it, and it has its name only
// when it is whole.

import { createReadStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BelfryError } from '../../errors.ts'
import type { Progress } from '../print/progress.ts'
import { type Call, Interrupted } from './call.ts'

/** `-` is the standard input. Progress is the part of the file that was read. */
export function readingOf(
  call: Call,
  file: string,
  what = 'a file of JSON lines',
): { chunks: AsyncIterable<Uint8Array>; part(): number | null } {
  if (file === '-') return { chunks: call.terminal.stdin, part: () => null }
  const path = resolve(call.terminal.directory, file)
  const bytes = sizeOf(path, file, what)
  let read = 0
  async function* chunks() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      read += chunk.length
      yield chunk
    }
  }
  return { chunks: chunks(), part: () => (bytes === 0 ? 1 : read / bytes) }
}

function sizeOf(path: string, shown: string, what: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile()) return stat.size
  throw new BelfryError('not_found', `There is no file ${shown}.`, {
    accepted: `${what}, or - for the standard input`,
  })
}

/** One JSON document: a description that somebody has written by hand. */
export async function readJsonFile(call: Call, file: string): Promise<unknown> {
  const { chunks } = readingOf(call, file, 'a file with one JSON document')
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new BelfryError('invalid_input', `${file} is not JSON.`, { accepted: 'a file with one JSON document' })
  }
}

/** Lines of a stream of bytes, without their ends. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Answers how many lines were written. `-` is the standard output. */
export async function writeLines(
  call: Call,
  file: string,
  lines: AsyncIterable<string>,
  progress: Progress,
): Promise<number> {
  if (file === '-') return await each(call, lines, progress, (line) => call.terminal.write(`${line}\n`))
  const path = resolve(call.terminal.directory, file)
  const unfinished = `${path}.part`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    // A file that was left over keeps the rights it was made with.
    await handle.chmod(0o600)
    const count = await each(call, lines, progress, async (line) => {
      await handle.write(`${line}\n`)
    })
    await handle.sync()
    await handle.close()
    await rename(unfinished, path)
    return count
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

async function each(
  call: Call,
  lines: AsyncIterable<string>,
  progress: Progress,
  write: (line: string) => Promise<void>,
): Promise<number> {
  let count = 0
  for await (const line of lines) {
    if (call.terminal.signal.aborted) break
    await write(line.replace(/\n$/, ''))
    progress.at(++count)
  }
  if (call.terminal.signal.aborted) throw new Interrupted('Interrupted.')
  return count
}
