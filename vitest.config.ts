import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.ts'

// No test fails because a machine is slow: whoever waits, waits as long as nobody would.
const timeouts = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/** What stands on a whole Belfry. Loading that takes 1.5 seconds of a processor, so that a worker does it once for all of its files. */
const whole = ['bot', 'browser', 'calendars', 'channels', 'conformance', 'http', 'integration', 'meetings', 'model']
const sharing = whole.map((folder) => `test/${folder}/**/*.test.ts`)

// One embedded PostgreSQL serves the whole run (test/global-setup.ts); every test file makes a database of its own in it.
export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    // On two cores: the slowest files wait for real time and for the database, and use a quarter to a third of a core (telegram-pace
    // 7 of 29 seconds, worker-trouble 9 of 33, moves 13 of 32), so that a third worker finds room. In threads a test cannot set its TZ.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Twelve files of test/integration take 23 instead of 37 seconds of processor time when their workers keep what they have loaded.
      { test: { ...timeouts, name: 'sharing', include: sharing, isolate: false } },
      // A run of src/ takes 94 instead of 98, which is not worth sharing state.
      { test: { ...timeouts, name: 'alone', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: sharing } },
    ],
  },
})
