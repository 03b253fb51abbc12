import os from 'node:os'
import { expect, it } from 'vitest'
import { run } from './run.ts'

const place = { cwd: os.tmpdir(), timeoutMs: 60_000 }

it('collects what a program says on both streams, in an environment of its own', async () => {
  const done = await run('/bin/sh', ['-c', 'echo "$TZ"; echo "home=$HOME" >&2; exit 3'], place)
  expect(done.ok).toBe(false)
  expect(done.output.split('\n').sort()).toEqual(['', 'UTC', 'home='])
})

it('a program that cannot be run is an answer, and leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const done = await run('/no/such/program', [], place)
  expect(done).toMatchObject({ ok: false, output: expect.stringContaining('ENOENT') })
  expect(timers()).toBeLessThanOrEqual(before)
})

it('a program that takes too long is ended', async () => {
  const done = await run('/bin/sleep', ['600'], { ...place, timeoutMs: 20 })
  expect(done).toEqual({ ok: false, output: expect.stringContaining('SIGKILL') })
})
