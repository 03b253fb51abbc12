import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.ts'

// One embedded PostgreSQL serves the whole run (test/global-setup.ts); every test file makes a database of its own in it.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // On two cores: the slowest files wait for real time and for the database, and use a quarter to a third of a core (telegram-pace
    // 7 of 29 seconds, worker-trouble 9 of 33, moves 13 of 32), so that a third worker finds room. Without isolation a run of src/
    // takes 94 instead of 98 seconds of processor time, which is not worth sharing state; in threads a test cannot set its TZ.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
  },
})
