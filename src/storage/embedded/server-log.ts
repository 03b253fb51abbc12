// The server's log file: it outlives the process that opened it, so it is a file and not a pipe.

import { constants } from 'node:fs'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { lastLines } from './init.ts'
import type { Site } from './site.ts'

// The server says little; this is a year of it. Turned over only at a start: a running server holds the file open.
const logBytesMax = 10 * 1024 * 1024

export async function openServerLog(site: Site): Promise<FileHandle> {
  if ((await logSize(site)) > logBytesMax) await rename(site.log, `${site.log}.1`)
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants
  return await open(site.log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
}

export async function logSize(site: Site): Promise<number> {
  return (await stat(site.log).catch(() => undefined))?.size ?? 0
}

/** What was said from `offset` on, the end of it. */
export async function logTail(site: Site, offset: number): Promise<string> {
  const size = await logSize(site)
  const from = Math.max(offset <= size ? offset : 0, size - 8_192)
  const handle = await open(site.log, 'r').catch(() => undefined)
  if (handle === undefined) return ''
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
    return lastLines(buffer.subarray(0, bytesRead).toString())
  } finally {
    await handle.close()
  }
}
