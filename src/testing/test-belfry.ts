import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Belfry, createBelfry } from '../belfry.ts'
import { type MemoryChannel, memoryChannel } from '../channels/memory/memory.ts'
import type { BelfryOptions, StartWorkerOptions } from '../config.ts'
import type { Worker } from '../engine/worker.ts'
import { durationMs } from '../time/duration.ts'

export interface TestBelfryOptions extends BelfryOptions {
  /** Where the clock stands at first. Default 2030-01-01T00:00:00Z. */
  readonly now?: string
  readonly worker?: StartWorkerOptions
  /** Time-out of the memory channel. Default 15,000. */
  readonly memoryTimeoutMs?: number
}

export interface TestBelfry {
  readonly belfry: Belfry
  readonly worker: Worker
  /** A channel `memory` that keeps what it was given. */
  readonly memory: MemoryChannel
  /** Moves the clock on, such as by `PT24H`, through every due moment in between, and waits until all is sent. */
  advance(duration: string): Promise<void>
  /** Moves the clock to that moment in one jump, as if nobody had been there in between. */
  jump(to: string): Promise<void>
  /** Waits until nothing is due and nothing is in flight. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function createTestBelfry(options: TestBelfryOptions = {}): Promise<TestBelfry> {
  const { now = '2030-01-01T00:00:00Z', worker: workerOptions, channels = [], memoryTimeoutMs, ...rest } = options
  const dataDir = options.database || options.dataDir ? undefined : await mkdtemp(join(tmpdir(), 'belfry-test-'))
  const memory = memoryChannel(memoryTimeoutMs === undefined ? {} : { timeoutMs: memoryTimeoutMs })
  const belfry = await createBelfry({
    defaultChannels: ['memory'],
    // Tests look back at what happened, over any number of days.
    retentionDays: null,
    ...rest,
    ...(dataDir ? { dataDir } : {}),
    channels: [memory, ...channels],
  })
  await belfry.clock.set(new Date(now))
  const worker = belfry.startWorker(workerOptions)

  const settled = async () => {
    const { now: at } = await belfry.clock.read()
    await idle(worker, at.getTime())
  }
  const jump = async (to: string) => {
    await belfry.clock.set(new Date(to))
    await settled()
  }
  return {
    belfry,
    worker,
    memory,
    settled,
    jump,
    async advance(duration) {
      await settled()
      const target = (await belfry.clock.read()).now.getTime() + durationMs(duration, '/duration')
      for (;;) {
        const next = await belfry.clock.nextMoment()
        if (next === null || next.getTime() > target) return await jump(new Date(target).toISOString())
        await jump(next.toISOString())
      }
    },
    async close() {
      await belfry.close()
      if (dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves at the worker's next idle moment at or after that database time, of a look that began after this call. */
function idle(worker: Worker, atMs: number): Promise<void> {
  const { looks } = worker
  return new Promise((resolve) => {
    const check = ({ nowMs, look }: { nowMs: number; look: number }) => {
      if (nowMs < atMs || look <= looks) return worker.wake()
      worker.events.off('idle', check)
      resolve()
    }
    worker.events.on('idle', check)
    worker.wake()
  })
}
